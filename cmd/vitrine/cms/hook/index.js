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

// The addresses of an organization are an object in Postgres, and lines in the form.
function lines(object) {
  if (!object || typeof object !== 'object' || Array.isArray(object)) return object;
  return Object.entries(object).map(([name, value]) => ({ name, value }));
}

function keyed(payload, { collection }) {
  let { social } = payload;
  if (collection !== 'organization' || social === undefined) return payload;
  if (typeof social === 'string') social = JSON.parse(social);
  if (Array.isArray(social)) {
    social = Object.fromEntries(social.filter((line) => line?.name).map((line) => [line.name, line.value ?? '']));
  }
  return { ...payload, social: social ?? {} };
}

function listed(items, { collection }) {
  if (collection !== 'organization' || !Array.isArray(items)) return items;
  return items.map((item) => ('social' in item ? { ...item, social: lines(item.social) } : item));
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
  filter('items.create', keyed);
  filter('items.update', corrected);
  filter('items.update', typed);
  filter('items.update', keyed);
  filter('items.read', listed);
};
