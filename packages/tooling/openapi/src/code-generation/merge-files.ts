import { StartupError } from '@toolwire/internal';
import { diff3Merge, diffIndices } from 'node-diff3';

/** A file of an import, and whether it is written. */
export interface MergedFile {
  readonly name: string;
  /**
   * `created`, `updated` or `unchanged`; `merged` with edits, or with a `conflict`. A file without tools in the document is `removed`, or
   * stays as `edited` because of its edits. `deleted` means that the user deleted the file.
   */
  readonly state: 'created' | 'updated' | 'unchanged' | 'merged' | 'conflict' | 'removed' | 'edited' | 'deleted';
  /** The new content; `undefined` if the file is not written. */
  readonly text?: string;
  /** The line numbers where conflicts start, from 1. */
  readonly conflicts: readonly number[];
}

type Texts = ReadonlyMap<string, string>;

/** Merges the files of an import with the current files of the folder. `earlier` are the files of the last import. */
export function mergeFiles(earlier: Texts, current: Texts, imported: Texts): readonly MergedFile[] {
  const names = [...new Set([...imported.keys(), ...earlier.keys()])].sort();
  return names.map((name) => mergeFile(name, earlier.get(name), current.get(name), imported.get(name)));
}

function mergeFile(
  name: string,
  earlier: string | undefined,
  current: string | undefined,
  imported: string | undefined,
): MergedFile {
  const conflicts: readonly number[] = [];
  if (current !== undefined && hasConflict(current)) {
    throw new StartupError(
      'TW_OPENAPI_IMPORT',
      `${name} has conflicts of an earlier import. Resolve them, and import again.`,
    );
  }
  if (earlier === undefined) {
    if (current === undefined) return { name, state: 'created', text: imported ?? '', conflicts };
    if (withLineFeeds(current) === imported) return { name, state: 'unchanged', conflicts };
    throw new StartupError(
      'TW_OPENAPI_IMPORT',
      `${name} exists and was not imported. Move it, or choose another folder.`,
    );
  }
  if (current === undefined) return { name, state: 'deleted', conflicts };
  const isEdited = withLineFeeds(current) !== earlier;
  if (imported === undefined) return { name, state: isEdited ? 'edited' : 'removed', conflicts };
  if (imported === earlier) return { name, state: 'unchanged', conflicts };
  if (!isEdited) return { name, state: 'updated', text: imported, conflicts };
  const merged = mergeText(earlier, current, imported);
  return { name, state: merged.conflicts.length > 0 ? 'conflict' : 'merged', ...merged };
}

/** Git may have changed the line endings of an imported file. */
function withLineFeeds(text: string): string {
  return text.replaceAll('\r\n', '\n');
}

/** A merged text, with the lines where conflicts start. */
interface MergedText {
  readonly text: string;
  /** Line numbers, from 1. */
  readonly conflicts: readonly number[];
}

const start = '<<<<<<< yours';
const middle = '=======';
const end = '>>>>>>> imported';

/** Merges two versions of a text by lines. Both come from `earlier`. Conflicts are marked as Git marks them. */
function mergeText(earlier: string, yours: string, imported: string): MergedText {
  const isWindows = yours.includes('\r\n');
  const regions = diff3Merge(linesOf(yours), linesOf(earlier), linesOf(imported), { excludeFalseConflicts: true });
  const lines: string[] = [];
  const conflicts: number[] = [];
  for (const { ok, conflict } of regions) {
    if (ok !== undefined) lines.push(...ok);
    if (conflict === undefined) continue;
    const byLine = mergeLines(conflict.o, conflict.a, conflict.b);
    if (byLine !== undefined) {
      lines.push(...byLine);
      continue;
    }
    conflicts.push(lines.length + 1);
    lines.push(start, ...conflict.a, middle, ...conflict.b, end);
  }
  return { text: lines.join(isWindows ? '\r\n' : '\n'), conflicts };
}

/** Merges neighboring edits, such as an edited description and a new line below it. One side must have edited its lines in place. */
function mergeLines(
  earlier: readonly string[],
  yours: readonly string[],
  imported: readonly string[],
): readonly string[] | undefined {
  return editedLines(earlier, yours, imported) ?? editedLines(earlier, imported, yours);
}

/** Returns the other side with the edited lines. `undefined` if lines were added or removed, or if both sides edited the same line. */
function editedLines(
  earlier: readonly string[],
  edited: readonly string[],
  other: readonly string[],
): readonly string[] | undefined {
  if (earlier.length !== edited.length) return undefined;
  const otherIndexes = matchLines(earlier, other);
  const merged = [...other];
  for (const [index, line] of edited.entries()) {
    if (line === earlier[index]) continue;
    const otherIndex = otherIndexes.get(index);
    if (otherIndex === undefined) return undefined;
    merged[otherIndex] = line;
  }
  return merged;
}

/** Returns the new index of each line that two texts share, by its earlier index. */
function matchLines(earlier: readonly string[], later: readonly string[]): ReadonlyMap<number, number> {
  const indexes = new Map<number, number>();
  let [from, to] = [0, 0];
  const rest = { buffer1: [earlier.length, 0], buffer2: [later.length, 0] };
  for (const { buffer1, buffer2 } of [...diffIndices([...earlier], [...later]), rest]) {
    const [begin = 0, length = 0] = buffer1;
    for (; from < begin; from++, to++) indexes.set(from, to);
    from = begin + length;
    to = (buffer2[0] ?? 0) + (buffer2[1] ?? 0);
  }
  return indexes;
}

/** Whether a text still has the marks of a conflict. */
function hasConflict(text: string): boolean {
  return linesOf(text).some((line) => line === start || line === end);
}

function linesOf(text: string): string[] {
  return withLineFeeds(text).split('\n');
}
