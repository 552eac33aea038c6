const longest = 64;

/** The name models see, derived from an id and never parsed back: `Calculator.Add` is `Calculator_Add` (OTC-DEF-03). */
export function toolName(id: string): string {
  const name = id.replace('.', '_');
  return name.length <= longest ? name : `${name.slice(0, longest - 9)}_${shortHash(id)}`;
}

/** Tells whether a name is one that every wire and model accepts. */
export function isToolName(name: string): boolean {
  return /^[A-Za-z0-9_-]{1,64}$/.test(name);
}

// FNV-1a in 32 bits: enough to tell two long ids apart, and a collision is refused at registration anyway.
function shortHash(text: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}
