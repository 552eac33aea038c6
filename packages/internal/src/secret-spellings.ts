/** The base64 of a shorter secret occurs in ordinary words. */
const minEncodedLength = 6;
/** Longer secrets are only searched plain and as JSON; no credential is that long. */
const maxEncodedLength = 4_096;

/** The spellings of a whole secret: plain, in JSON and in base64. */
export function spellingsOf(secret: string): readonly string[] {
  const trimmed = secret.trim();
  return [secret, trimmed, JSON.stringify(secret).slice(1, -1), ...inBase64(trimmed)];
}

/** The base64 of a secret inside a longer text, such as after a user name, at each of the three alignments. */
function inBase64(secret: string): readonly string[] {
  const bytes = new TextEncoder().encode(secret);
  if (bytes.length < minEncodedLength || bytes.length > maxEncodedLength) return [];
  return [0, 1, 2].flatMap((before) => {
    const shifted = new Uint8Array(before + bytes.length);
    shifted.set(bytes, before);
    const letters = btoa(String.fromCharCode(...shifted));
    // A letter encodes 6 bits. The letters at the edges also encode neighbors.
    const from = Math.ceil((before * 8) / 6);
    const to = Math.floor((shifted.length * 8) / 6);
    const inner = letters.slice(from, to);
    return [inner, inner.replaceAll('+', '-').replaceAll('/', '_')];
  });
}

/** Matches a secret in URLs and forms, whichever characters they encode. `undefined` for a secret that they never encode. */
export function encodedSecret(secret: string): RegExp | undefined {
  if (secret.length > maxEncodedLength || /^[\w.-]*$/.test(secret)) return undefined;
  return new RegExp(secret.replace(/[\t\n\r]+|[^\w-]/gu, spellings), 'g');
}

function spellings(part: string): string {
  // URLs drop line breaks and tabs.
  if (/[\t\n\r]/.test(part)) return '(?:[\\t\\n\\r]|%0[9aAdD])*';
  const encoded = Array.from(new TextEncoder().encode(part), (byte) =>
    `%${byte.toString(16).padStart(2, '0')}`.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`),
  );
  // An encoded percent sign starts with a percent sign.
  const spelled = [encoded.join(''), part.replace(/[^\w\s]/, '\\$&')];
  if (part === ' ') spelled.push('\\+');
  if (part === '\\') spelled.push('/');
  return `(?:${spelled.join('|')})`;
}
