/** Longer ones are looked for as they are, and as JSON and addresses spell them: no credential is as long. */
const longestEncoded = 4_096;
/** In base64 a shorter one leaves so few letters that words would be taken for it. */
const shortestEncoded = 6;

/** The ways in which texts spell a secret: as it is, in JSON, in addresses and forms, and in base64. */
export function spellingsOf(secret: string): readonly string[] {
  const trimmed = secret.trim();
  const plain = [secret, trimmed, JSON.stringify(secret).slice(1, -1)];
  // Half a character, which neither an address nor bytes can hold, would make encodeURIComponent throw.
  if (/\p{Surrogate}/u.test(secret)) return plain;
  return [...plain, ...inAddress(secret), ...inAddress(trimmed), ...inBase64(trimmed)];
}

function inAddress(secret: string): readonly string[] {
  const component = encodeURIComponent(secret);
  // RFC 3986 reserves these as well, and some programs write them so.
  const reserved = component.replace(/[!'()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`);
  const form = new URLSearchParams([['', secret]]).toString().slice(1);
  const upper = [component, reserved, form, encodeURI(secret)];
  return [...upper, ...upper.map((one) => one.replace(/%[0-9A-F]{2}/g, (hex) => hex.toLowerCase()))];
}

/** What of a secret stands in base64 wherever it begins in a longer text, such as behind the name of a user. */
function inBase64(secret: string): readonly string[] {
  const bytes = new TextEncoder().encode(secret);
  if (bytes.length < shortestEncoded || bytes.length > longestEncoded) return [];
  return [0, 1, 2].flatMap((before) => {
    const shifted = new Uint8Array(before + bytes.length);
    shifted.set(bytes, before);
    const letters = btoa(String.fromCharCode(...shifted));
    // A letter holds 6 bits: those at the edges hold bits of the neighbours too.
    const from = Math.ceil((before * 8) / 6);
    const to = Math.floor((shifted.length * 8) / 6);
    const inner = letters.slice(from, to);
    return [inner, inner.replaceAll('+', '-').replaceAll('/', '_')];
  });
}
