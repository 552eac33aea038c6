import type { PathSegment } from '../json-schema/json.ts';

const maxPathText = 100;

/** A path in code notation, such as `tags[2].email`; truncated when it is long. */
export function pathText(path: readonly PathSegment[]): string {
  let text = '';
  for (const segment of path) {
    if (typeof segment === 'number') {
      text += `[${segment}]`;
    } else if (/^[A-Za-z_$][\w$]*$/.test(segment)) {
      text += text === '' ? segment : `.${segment}`;
    } else {
      text += `[${JSON.stringify(segment)}]`;
    }
    if (text.length > maxPathText) {
      return `${text.slice(0, maxPathText)}…`;
    }
  }
  return text;
}
