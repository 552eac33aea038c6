import { isDeepStrictEqual } from 'node:util';
import type { ServerName, Side } from './program.ts';
import type { Answer, Transcript } from './visit.ts';

/** A way in which answers of a port differ from those of the original. */
export interface Difference {
  readonly servers: readonly ServerName[];
  /** The cells of the table. */
  readonly what: string;
  readonly original: string;
  readonly port: string;
  readonly why: string;
  /** Removes this difference from an answer, and leaves everything else. */
  readonly equalize: (answer: Answer, side: Side, request: string) => Answer;
}

/** The requests whose answers differ in a way that no difference describes, and the differences that no answer has. */
export interface Comparison {
  readonly undescribed: readonly { readonly request: string; readonly original: unknown; readonly port: unknown }[];
  readonly unused: readonly string[];
}

/** Compares two transcripts of a server. */
export function compare(original: Transcript, port: Transcript, differences: readonly Difference[]): Comparison {
  const requests = [...new Set([...original.keys(), ...port.keys()])];
  const pairOf = (request: string, known: readonly Difference[]): readonly [unknown, unknown] => [
    equalize(original.get(request), 'original', request, known),
    equalize(port.get(request), 'port', request, known),
  ];
  const differs =
    (known: readonly Difference[]) =>
    (request: string): boolean =>
      !isDeepStrictEqual(...pairOf(request, known));
  const undescribed = requests.filter(differs(differences)).map((request) => {
    const [before, after] = pairOf(request, differences);
    return { request, original: before, port: after };
  });
  const unused = differences.filter((one) => !requests.some(differs(differences.filter((other) => other !== one))));
  return { undescribed, unused: unused.map(({ what }) => what) };
}

/** Where one server has no answer, since it lists less. */
export const missing: Answer = { missing: true };

function equalize(answer: Answer | undefined, side: Side, request: string, known: readonly Difference[]): unknown {
  return known.reduce((equal, difference) => difference.equalize(equal, side, request), answer ?? missing);
}
