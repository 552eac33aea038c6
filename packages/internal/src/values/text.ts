/** Escapes a character as JSON and JavaScript do, such as `\u00e9`. One outside the basic plane has two escapes. */
export function escapeCharacter(character: string): string {
  return character.replaceAll(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

// Control characters, line separators, and bidirectional controls.
const controls = /[\p{Cc}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;

/** Escapes characters that move the cursor of a terminal or forge a line, as JSON does. */
export function escapeControls(text: string): string {
  return text.replaceAll(controls, (character) => {
    // JSON only escapes the characters below the space.
    const escaped = JSON.stringify(character).slice(1, -1);
    return escaped === character ? escapeCharacter(character) : escaped;
  });
}

/** The first characters of a text, without half of a surrogate pair at the end, which APIs and databases reject. */
export function firstCharacters(text: string, maxLength: number): string {
  const first = text.slice(0, maxLength);
  return first.length < text.length ? first.replace(/[\uD800-\uDBFF]$/, '') : first;
}

/** Cuts a text that is longer than `maxLength` characters, and adds an ellipsis. */
export function cutText(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : `${firstCharacters(text, maxLength)}…`;
}
