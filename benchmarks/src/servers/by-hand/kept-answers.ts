// Stored results of a careful developer, so that a repeated call runs once: the response by call ID, for a quarter of an hour,
// within limits of number and bytes, and the input, so that an ID is not reused for another call. The tool is synchronous, so no
// repeat can arrive while it runs.
import type { Fields } from './checked-server.ts';

interface Kept {
  readonly asked: string;
  readonly text: string;
  readonly endsAt: number;
}

const keptMs = 15 * 60_000;
const mostAnswers = 10_000;
const mostBytes = 64 * 1024 * 1024;
/** The memory of an entry, without its strings. */
const besidesBytes = 512;

/** In two halves: the older one is dropped when the younger one is full, or as old as an answer may get. */
const halves = { young: new Map<string, Kept>(), old: new Map<string, Kept>(), bytes: 0, beganAt: 0 };

/** The stored response of an ID; `other` if the ID belongs to another call. */
export function keptAnswer(id: string, asked: string): { readonly text: string } | 'other' | undefined {
  const kept = halves.young.get(id) ?? halves.old.get(id);
  if (kept === undefined || kept.endsAt <= performance.now()) return undefined;
  return kept.asked === asked ? kept : 'other';
}

/** Keeps an answer. */
export function keepAnswer(id: string, asked: string, text: string): void {
  const now = performance.now();
  const isFull = halves.young.size >= mostAnswers / 2 || halves.bytes >= mostBytes / 2;
  if (isFull || now - halves.beganAt >= keptMs) {
    Object.assign(halves, { young: new Map(), old: halves.young, bytes: 0, beganAt: now });
  }
  halves.young.set(id, { asked, text, endsAt: now + keptMs });
  halves.bytes += 2 * (id.length + asked.length + text.length) + besidesBytes;
}

/** The input as a string that does not depend on the order of its members. */
export function canonical(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  let text = '';
  for (const name of Object.keys(value).sort()) {
    text += `${text === '' ? '' : ','}${JSON.stringify(name)}:${canonical((value as Fields)[name])}`;
  }
  return `{${text}}`;
}
