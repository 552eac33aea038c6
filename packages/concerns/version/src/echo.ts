const maxEchoed = 100;

/** A client's string made safe to repeat: at most 100 of its characters, in printable ASCII, so that a look-alike letter or a newline shows. */
export function echo(text: string): string {
  const shown = text.slice(0, maxEchoed).replace(/[^\x20-\x7e]/g, escapeCharacter);
  return text.length > maxEchoed ? `${shown}...` : shown;
}

/** Names a value in a message: a string by what it says, anything else only by what it is. */
export function describe(value: unknown): string {
  if (typeof value === 'string') return `'${echo(value)}'`;
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
