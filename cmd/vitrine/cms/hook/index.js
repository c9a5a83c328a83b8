// Directus sends lists of text as JSON, which Postgres does not read as text[]. When it reverts a revision, it also
// sends columns that Postgres computes. This hook corrects both before the statement. A category that is created in the
// form of another record gets the type of that form. What a constraint of two columns refuses is answered with a sentence,
// and a value that another record has is named.

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

// A save has only the columns that it changes, so only Postgres can compare two columns. Directus answers its refusal
// with 500. These errors replace it: the form shows the sentence beside the field.
const comparisons = [
  [/_window_order$/, 'unpublish_at', '“Show until” is later than “Show from”.'],
  [/^campaign_period_order$/, 'ends_at', 'A campaign ends after it starts.'],
  [/_period_order$/, 'ends_at', 'The end is not before the start.'],
  [/_capacity_order$/, 'capacity_max', 'The maximum capacity is not below the minimum capacity.'],
  [/_not_itself$/, 'related_id', 'A term is not related to itself.'],
];
const checkViolation = '23514';

function explained(error) {
  if (error?.code !== checkViolation) return error;
  const [, field, message] = comparisons.find(([constraint]) => constraint.test(error.constraint)) ?? [];
  if (!message) return error;
  const extensions = { field, path: [], type: 'invalid', validation_message: message };
  return Object.assign(new Error(message), { name: 'DirectusError', code: 'FAILED_VALIDATION', status: 400, extensions });
}

// Directus reads the column of a repeated value from the detail of the error. Postgres sends no detail where policies
// limit the rows, and then Directus answers 500. This detail names the column that the editor filled in.
const repeated = [
  [/_slug_key$/, 'slug'],
  [/_attribute_id_value_key$/, 'value'],
  [/_category_id_key$/, 'category_id'],
  [/_product_id_key$/, 'product_id'],
  [/_related_id_key$/, 'related_id'],
];
const uniqueViolation = '23505';

function detailed(error) {
  if (error?.code !== uniqueViolation || error.detail) return;
  const [, field] = repeated.find(([constraint]) => constraint.test(error.constraint)) ?? [];
  error.detail = field ? `Key (${field}) already exists.` : '';
}

export default ({ filter }, { database }) => {
  database.on('query-error', detailed);
  filter('database.error', explained);
  filter('items.create', corrected);
  filter('items.create', typed);
  filter('items.create', keyed);
  filter('items.update', corrected);
  filter('items.update', typed);
  filter('items.update', keyed);
  filter('items.read', listed);
};
