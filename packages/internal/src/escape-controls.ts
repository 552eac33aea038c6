// The controls of ASCII and of Latin-1, separators of lines, and what turns the direction of text.
const controls = /[\p{Cc}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;

/** Writes characters that would move the cursor of a terminal, or begin a line that nobody wrote, as JSON escapes them. */
export function escapeControls(text: string): string {
  return text.replaceAll(controls, (character) => {
    // JSON escapes those below the space alone.
    const escaped = JSON.stringify(character).slice(1, -1);
    return escaped === character ? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}` : escaped;
  });
}
