import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.ts';

let words: ReadonlySet<string> | undefined;

/** Names in the code of a skill's sentences and tables that no source or page contains. */
export function readProse(skill: string): readonly string[] {
  const prose = skill.replaceAll(/^```[\s\S]*?^```$/gm, '');
  const named = [...prose.matchAll(/`([^`]+)`/g)].flatMap(
    ([, code]) => (code as string).replaceAll(/'[^']*'/g, '').match(/[A-Za-z_][\w-]*/g) ?? [],
  );
  const known = (words ??= new Set([...sourceTexts(join(root, 'packages')), ...pages()].flatMap(wordsOf)));
  return [...new Set(named)].filter((word) => !known.has(word));
}

function wordsOf(text: string): readonly string[] {
  return text.match(/[A-Za-z_][\w-]*/g) ?? [];
}

function* sourceTexts(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (!['node_modules', 'dist', 'skills', 'test'].includes(entry.name)) yield* sourceTexts(path);
    } else if (/\.(?:ts|tsx|json)$/.test(entry.name)) {
      yield readFileSync(path, 'utf8');
    }
  }
}

/** Commands, and what others call things. */
function pages(): readonly string[] {
  return ['cli.md', 'durable.md', 'tools.md', 'migrate/mcp-sdk.md'].map((page) =>
    readFileSync(join(root, 'docs', page), 'utf8'),
  );
}
