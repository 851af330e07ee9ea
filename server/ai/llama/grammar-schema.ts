/** A grammar repeats the rule for a character this often; longer limits make it slow, and the caller checks them anyway. */
const LONGEST_COUNTED_TEXT = 300;

/**
 * A JSON Schema as the grammars of llama.cpp understand it: `anyOf` becomes `oneOf`, and what no grammar can hold an answer to,
 * such as patterns and bounds of numbers, is left to the caller's own check.
 */
export function toGrammarSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(toGrammarSchema);
  if (typeof schema !== 'object' || schema === null) return schema;
  const result: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(schema)) {
    if (IGNORED_KEYS.has(key)) continue;
    if (LENGTH_KEYS.has(key) && Number(value) > LONGEST_COUNTED_TEXT) continue;
    if (key === 'enum' || key === 'const' || key === 'required') result[key] = value;
    else if (key === 'properties' || key === '$defs') result[key] = mapValues(value);
    else result[key === 'anyOf' ? 'oneOf' : key] = toGrammarSchema(value);
  }
  return result;
}

const IGNORED_KEYS: ReadonlySet<string> = new Set(['$schema', 'pattern', 'format', 'default', 'title']);
const LENGTH_KEYS: ReadonlySet<string> = new Set(['minLength', 'maxLength']);

/** Names of properties are no keywords, even when they read like one. */
const mapValues = (value: unknown): unknown =>
  typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).map(([name, schema]) => [name, toGrammarSchema(schema)]))
    : value;
