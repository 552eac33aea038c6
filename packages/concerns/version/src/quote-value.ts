const maxPrinted = 100;

/** Returns at most 100 characters of a client's string in printable ASCII, with other characters escaped. */
export function printable(text: string): string {
  const escaped = text.slice(0, maxPrinted).replace(/[^\x20-\x7e]/g, escapeCharacter);
  return text.length > maxPrinted ? `${escaped}...` : escaped;
}

/** Describes a value in a message: a string in quotes, other values by their type. */
export function quoteValue(value: unknown): string {
  if (typeof value === 'string') return `'${printable(value)}'`;
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
