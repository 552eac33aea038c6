import type { ComponentChildren, VNode } from 'preact';
import { expect, test } from 'vitest';
import { Fold } from '../src/page/views/controls.tsx';
import { Markdown } from '../src/page/views/markdown.tsx';
import { Code } from '../src/page/views/text.tsx';

/** The text of a view. A closed fold shows its title, and `Code` its whole text. */
function textOf(node: ComponentChildren): string {
  if (Array.isArray(node)) return node.map(textOf).join('');
  if (typeof node === 'string' || typeof node === 'number') return String(node);
  if (typeof node !== 'object' || node === null || !('type' in node)) return '';
  const { type, props } = node as VNode<{ readonly title?: string; readonly text?: string }>;
  if (type === Fold) return props.title ?? '';
  if (type === Code) return props.text ?? '';
  if (typeof type === 'string') return textOf(props.children);
  return textOf((type as (own: object) => ComponentChildren)(props));
}

const shownText = (text: string): string => textOf(Markdown({ text, label: 'The file' }));

test.each([
  ['a paragraph', (words: string) => words],
  ['an emphasized text', (words: string) => `**${words}**`],
  ['a list item', (words: string) => `- ${words}`],
  ['a heading', (words: string) => `# ${words}`],
  ['a code block', (words: string) => `\`\`\`\n${words}\n\`\`\``],
])('%s is shown completely, also if it is long', (_name, wrap) => {
  const words = `${'word '.repeat(10_000)}end`;
  expect(shownText(wrap(words))).toBe(`${words}As text`);
});

test.each([
  ['lines', `${'line\n\n'.repeat(2_000)}end`],
  ['characters', `${'word '.repeat(50_000)}end`],
])('a Markdown file with too many %s ends with a note', (_name, text) => {
  expect(shownText(text)).toContain(`This is the beginning of ${text.length.toLocaleString('en')} characters.`);
  expect(shownText('line\n')).not.toContain('beginning');
});
