/** The later code points have hardly any other properties. */
const scannedCodePoints = 0x2_00_00;
// A function takes a limited number of arguments.
const blockLength = 0x8_00;

/**
 * The characters where the properties in atoms, such as `\p{L}`, begin or cease to match. A class with these properties begins and ceases
 * to match at the same characters, and so does what two classes have in common.
 */
export function propertyEdges(atoms: Iterable<string>, flags: string): readonly string[] {
  const unicode = flags.replaceAll(/[^iuv]/g, '');
  // Without these flags, `\p` is the letter p.
  const properties = /[uv]/.test(unicode) ? [...atoms].flatMap((atom) => atom.match(/\\[Pp]\{[^}]*\}/g) ?? []) : [];
  if (properties.length === 0) return [];
  const text = scannedCharacters();
  return [...new Set(properties)].flatMap((property) => edgesOf(new RegExp(`(?:${property})+`, `${unicode}g`), text));
}

function edgesOf(runs: RegExp, text: string): readonly string[] {
  return [...text.matchAll(runs)].flatMap(({ 0: run, index }) =>
    [index, index + run.length].map((place) => String.fromCodePoint(text.codePointAt(place) ?? 0)),
  );
}

function scannedCharacters(): string {
  const blocks: string[] = [];
  for (let start = 0; start < scannedCodePoints; start += blockLength) {
    blocks.push(String.fromCodePoint(...Array.from({ length: blockLength }, (_, index) => start + index)));
  }
  return blocks.join('');
}
