/** The later code points have hardly any other properties. */
const scannedCodePoints = 0x2_00_00;

const known = new Map<string, readonly string[]>();

/**
 * The characters where the properties in an atom, such as `\p{L}`, begin or cease to match. A class with these properties begins and ceases
 * to match at the same characters, and so does what two classes have in common.
 */
export function propertyEdges(atom: string, flags: string): readonly string[] {
  const unicode = flags.replaceAll(/[^iuv]/g, '');
  // Without these flags, `\p` is the letter p.
  const properties = /[uv]/.test(unicode) ? (atom.match(/\\[Pp]\{[^}]*\}/g) ?? []) : [];
  return properties.flatMap((property) => known.get(property + unicode) ?? edgesOf(property, unicode));
}

function edgesOf(property: string, flags: string): readonly string[] {
  try {
    const expression = new RegExp(property, flags);
    const edges: string[] = [];
    let isMatch = false;
    for (let code = 0; code < scannedCodePoints; code += 1) {
      const character = String.fromCodePoint(code);
      if (expression.test(character) !== isMatch) {
        isMatch = !isMatch;
        edges.push(character);
      }
    }
    known.set(property + flags, edges);
    return edges;
  } catch {
    return [];
  }
}
