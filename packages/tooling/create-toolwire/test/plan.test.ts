import { expect, it } from 'vitest';
import { changesText, nextText } from '../src/plan.ts';

const style = (format: string, text: string): string => `<${format}>${text}</${format}>`;

it('colors new files, added lines and removed lines', () => {
  const text = changesText(
    [
      { path: 'tools.js', before: undefined, after: 'one\n' },
      { path: 'server.js', before: 'old\nsame\n', after: 'new\nsame\n' },
    ],
    style,
  );
  expect(text).toContain('<green>+ tools.js</green>, new, 1 line\n');
  expect(text).toContain('<red>-old</red>\n<green>+new</green>\n same\n');
  expect(text).toContain('<bold>--- server.js');
});

it('numbers the next steps, and ends with the command that connects Claude', () => {
  const connect = 'claude mcp add -t http my-tools http://127.0.0.1:3000/mcp';
  const plain = (_format: string, text: string): string => text;
  expect(nextText(['npm run dev', 'npx toolwire list   # in another terminal'], { connect }, plain)).toBe(
    `✓ Written. Next:\n\n  1. npm run dev\n  2. npx toolwire list\n     # in another terminal\n\nConnect Claude: ${connect}\n`,
  );
});
