const deepest = 3;

/** Decodes objects and arrays that a client has written as JSON text, at every level. */
export function decodeJson(value: unknown): unknown {
  if (typeof value === 'string') return decodeText(value);
  if (Array.isArray(value)) return value.map(decodeJson);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, decodeJson(member)]));
}

/** Text that is not an object or an array, also after several decodings, is left as it is. */
function decodeText(text: string): unknown {
  let decoded: unknown = text;
  for (let depth = 0; depth < deepest && typeof decoded === 'string'; depth += 1) decoded = parse(decoded);
  return typeof decoded === 'object' && decoded !== null ? decodeJson(decoded) : text;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // Plain text.
  }
}
