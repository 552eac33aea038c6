import { join, relative, sep } from 'node:path';
import type { ImportedSource, MergedFile } from '@toolwire/openapi/source';
import { countOf } from '../terminal/terminal-text.ts';

const stateTexts: Readonly<Record<MergedFile['state'], string>> = {
  created: 'was created',
  updated: 'was updated',
  unchanged: 'is up to date',
  merged: 'was merged with your edits',
  conflict: 'has conflicts with your edits',
  removed: 'was removed, because no chosen operation belongs to it',
  edited: 'has your edits, but its operation is no longer chosen; delete it if you do not need it',
  deleted: 'stays deleted',
};

const maxShown = 10;

/** Describes the result of an import, with the next step last. */
export function importReport(imported: ImportedSource, folder: string, changes: string): string {
  const { files, toolIds, unsupported, advice, problems } = imported;
  const conflicts = files.filter(({ state }) => state === 'conflict');
  return [
    `${countOf(toolIds.length, 'tool')} in ${folder}`,
    ...files.map(({ name, state, conflicts: lines }) => `  ${name} ${stateTexts[state]}${linesText(lines)}`),
    // Shown in full, because callers depend on the tools.
    ...section(
      'Changes since the last import:',
      changes === '' ? [] : changes.trimEnd().split('\n'),
      Number.POSITIVE_INFINITY,
    ),
    ...section(
      'Operations that cannot become tools:',
      unsupported.map(({ id, reason }) => `${id}: ${reason}`),
    ),
    ...section('The document breaks the OpenAPI specification:', problems),
    ...section('Advice:', advice),
    '',
    conflicts.length > 0
      ? 'Resolve the conflicts between <<<<<<< and >>>>>>>, and import again.'
      : `Serve them: import { tools } from '${specifierOf(folder)}'; await toolwire({ tools }).listen(3000);`,
    '',
  ].join('\n');
}

/** The module of the tools, for a program in the working folder. */
function specifierOf(folder: string): string {
  const path = join(relative('.', folder), 'index.ts').split(sep).join('/');
  return path.startsWith('../') ? path : `./${path}`;
}

function linesText(lines: readonly number[]): string {
  return lines.length === 0 ? '' : ` at line ${lines.join(', ')}`;
}

function section(title: string, lines: readonly string[], limit: number = maxShown): readonly string[] {
  if (lines.length === 0) return [];
  const more = lines.length - limit;
  const shown = more > 0 ? [...lines.slice(0, limit), `and ${more} more`] : lines;
  return ['', title, ...shown.map((line) => `  ${line}`.trimEnd())];
}
