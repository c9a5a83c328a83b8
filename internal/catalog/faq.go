package catalog

// FAQGroupLink is the group of a question.
type FAQGroupLink struct {
	ID    string `json:"_id"`
	Title string `json:"title"`
	Slug  string `json:"slug"`
}

// FAQRecord is a question with its answer.
type FAQRecord struct {
	ID string `json:"_id" db:"f.id" dep:"faq"`
	// The question.
	Question string `json:"question" db:"f.question"`
	// The answer.
	Answer HTML `json:"answer" db:"f.answer"`
	// The date of the record.
	Date Time `json:"date" db:"f.date"`
	// The group of the question; null without a visible group.
	Group   *FAQGroupLink `json:"group" db:"@group"`
	GroupID string        `json:"-" db:"coalesce(f.group_id, '')" dep:"faq_group"`
}

var faqSQL = fragments{
	"group": `CASE WHEN fg.id IS NOT NULL THEN jsonb_build_object(
  '_id', fg.id, 'title', fg.title, 'slug', coalesce(fg.slug, fg.id)) END`,
}

// FAQ is frequently asked questions and their answers.
var FAQ = Resource{
	Name: "faq", As: "f",
	From:  "faq f LEFT JOIN faq_group fg ON fg.tenant_id = $1 AND fg.id = f.group_id AND fg.status <> 'DRAFT'",
	Live:  "f.status <> 'DRAFT'",
	Text:  []string{"f.search"},
	Words: []string{"question", "answer"},
	Hit: fragments{"name": "f.question", "slug": "''", "key": "coalesce(fg.slug, fg.id)", "text": prose("f.answer"),
		"group": "coalesce(f.group_id, '')"},
	Views: []View{
		{
			Path: "/faq", Shape: Page, Row: row[FAQRecord](faqSQL), Order: by(asc("f.position"), asc("f.id")), Search: true,
			Accept: []Filter{
				{
					Name: "group", Type: Texts, Cond: ref("fg.id"), Doc: "Questions of these groups, by id or slug",
					Example: "teslimat",
				},
				inLanguage("f"),
			},
			Sorts: map[string]Column{"createdAt": col("f.created_at"), "name": col("f.question")}, Doc: "Questions and answers",
		},
	},
}

// FAQGroupNode is a group of questions, with its subgroups.
//
// Rows come flat; the gateway nests them.
type FAQGroupNode struct {
	ID    string `json:"_id" db:"fg.id" dep:"faq_group"`
	Title string `json:"title" db:"fg.title"`
	// The group's name in URLs. A group without one is read by its id.
	Slug        *string `json:"slug,omitempty" db:"fg.slug"`
	Description HTML    `json:"description" db:"coalesce(fg.description, '')"`
	// The group's own questions.
	Questions []*FAQRecord `json:"questions" db:"'[]'::jsonb"`
	// The id of the parent group.
	Parent *string `json:"parent,omitempty" db:"fg.parent_id"`
	// The subgroups.
	Children []*FAQGroupNode `json:"children,omitempty" db:"'[]'::jsonb"`
}

// FAQGroup is a group of questions. A group without a slug is read by its id.
var FAQGroup = Resource{
	Name: "faq_group", As: "fg",
	From:  "faq_group fg",
	Live:  "fg.status <> 'DRAFT'",
	Text:  []string{"fg.search"},
	Words: []string{"title", "description"},
	Parts: []Part{{"faq", "group_id"}},
	Views: []View{
		{
			Path: "/faq/{slug}", Example: "teslimat", Shape: One, Row: row[FAQGroupNode](),
			Where: "(fg.slug = {slug} OR fg.id = {slug})", Special: "faqGroup",
			Doc: "One group of questions, by slug or id, with its questions and subgroups",
		},
	},
}
