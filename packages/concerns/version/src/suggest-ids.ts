import { editDistanceWithin } from '@toolwire/internal';
import { maxToolIdLength } from './tool-id.ts';

// Limits the work for one unknown ID, whatever the number of tools, because attackers can choose the ID.
const maxCompared = 256;
const maxChecked = 32;
const maxSuggestions = 3;

/** A tool that may be suggested, with its ID and its model-facing name. */
export interface Suggestable {
  readonly id: string;
  readonly name: string;
}

/** Returns similar IDs, nearest first; calls `isVisible` only for these candidates. */
export type Suggest = (text: string, isVisible: (id: string) => boolean) => readonly string[];

interface Entry {
  readonly id: string;
  readonly toolkit: string;
  readonly tool: string;
}

type IdPart = 'toolkit' | 'tool';

/** The sentence that suggests the nearest ID, if there is one. */
export function didYouMean([first]: readonly string[]): string {
  return first === undefined ? '' : ` Did you mean '${first}'?`;
}

/** Indexes tools, so that a suggestion compares at most a few hundred names. */
export function createIdSuggester(tools: readonly Suggestable[]): Suggest {
  const byNormalized = new Map<string, string[]>();
  const byToolkit = new Map<string, Entry[]>();
  const byTool = new Map<string, Entry[]>();
  for (const { id, name } of tools) {
    const normalizedId = normalized(id);
    const normalizedName = normalized(name);
    if (normalizedId !== '') append(byNormalized, normalizedId, id);
    if (normalizedName !== '' && normalizedName !== normalizedId) append(byNormalized, normalizedName, id);
    const [toolkit = '', tool = ''] = id.toLowerCase().split('.');
    const entry = { id, toolkit, tool };
    append(byToolkit, toolkit, entry);
    append(byTool, tool, entry);
  }
  // Sorted, so that names with the same prefix are adjacent in long lists.
  for (const entries of byToolkit.values()) entries.sort((left, right) => order(left.tool, right.tool));
  for (const entries of byTool.values()) entries.sort((left, right) => order(left.toolkit, right.toolkit));

  return (text, isVisible) => {
    if (text.length > maxToolIdLength) return [];
    const [id = ''] = text.split('@', 1);
    const [toolkit = '', tool = ''] = id.toLowerCase().split('.');
    const nearestEntries = [
      ...nearest(byToolkit.get(toolkit) ?? [], 'tool', tool),
      ...nearest(byTool.get(tool) ?? [], 'toolkit', toolkit),
    ].sort((left, right) => left.distance - right.distance || order(left.id, right.id));
    const sameNormalized = (byNormalized.get(normalized(id)) ?? []).slice(0, maxChecked);

    const candidates = [...new Set([...sameNormalized, ...nearestEntries.map((candidate) => candidate.id)])];
    const suggestions: string[] = [];
    for (const candidate of candidates.slice(0, maxChecked)) {
      if (isVisible(candidate)) suggestions.push(candidate);
      if (suggestions.length === maxSuggestions) break;
    }
    return suggestions;
  };
}

/** Keeps only letters and digits: case, dots and underscores are mixed up most often. */
function normalized(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]+/g, '');
}

function nearest(
  entries: readonly Entry[],
  part: IdPart,
  requested: string,
): { readonly id: string; readonly distance: number }[] {
  const limit = maxDistanceFor(requested);
  return neighbors(entries, part, requested)
    .map((entry) => ({ id: entry.id, distance: editDistanceWithin(requested, entry[part], limit) }))
    .filter(({ distance }) => distance <= limit);
}

/** The shorter a name, the fewer typing mistakes still mean that name. */
function maxDistanceFor({ length }: string): number {
  if (length < 2) return 0;
  return length < 6 ? 1 : 2;
}

function neighbors(entries: readonly Entry[], part: IdPart, requested: string): readonly Entry[] {
  if (entries.length <= maxCompared) return entries;
  let low = 0;
  let high = entries.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (order(entries[middle]?.[part] ?? '', requested) < 0) low = middle + 1;
    else high = middle;
  }
  const from = Math.max(0, low - maxCompared / 2);
  return entries.slice(from, from + maxCompared);
}

function order(left: string, right: string): number {
  return left < right ? -1 : Number(left > right);
}

function append<T>(lists: Map<string, T[]>, key: string, value: T): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}
