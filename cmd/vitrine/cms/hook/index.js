// Directus sends lists of text as JSON, which Postgres does not read as text[]. When it reverts a revision, it also
// sends columns that Postgres computes. This hook corrects both before the statement. A category that is created in the
// form of another record gets the type of that form.

function quoted(item) {
  const text = typeof item === 'object' ? JSON.stringify(item) : String(item);
  return '"' + text.replace(/["\\]/g, '\\$&') + '"';
}

// The revision of a new record has the list as it was sent to Postgres.
const sent = /^\{("(?:[^"\\]|\\.)*"(?:,"(?:[^"\\]|\\.)*")*)?\}$/s;

function literal(value) {
  if (typeof value === 'string' && sent.test(value)) return value;
  if (typeof value === 'string') return literal(value.split(','));
  if (!Array.isArray(value)) return '{}';
  return '{' + value.filter((item) => item !== null && item !== undefined).map(quoted).join(',') + '}';
}

function corrected(payload, meta, { schema }) {
  const fields = schema?.collections[meta.collection]?.fields ?? {};
  const result = { ...payload };
  for (const [name, value] of Object.entries(payload)) {
    const field = fields[name];
    if (field?.generated) delete result[name];
    else if (field?.dbType === 'ARRAY' || field?.dbType?.endsWith('[]')) result[name] = literal(value);
  }
  return result;
}

const types = {
  product_category: 'product', blog_post_category: 'blog', page_category: 'page', event_category: 'event',
  merchant_category: 'merchant', project_category: 'project',
};

function typed(payload, { collection }) {
  const category = payload.category_id;
  if (!types[collection] || typeof category !== 'object' || !category || category.id || category.type) return payload;
  return { ...payload, category_id: { ...category, type: types[collection] } };
}

export default ({ filter }) => {
  filter('items.create', corrected);
  filter('items.create', typed);
  filter('items.update', corrected);
  filter('items.update', typed);
};
