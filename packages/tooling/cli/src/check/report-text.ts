import { type Mark, markOf, styleOf } from '../terminal/style.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { countOf, safeLine } from '../terminal/terminal-text.ts';
import { lineWidth, withPrefix, wrapText } from '../terminal/wrap-text.ts';
import { type CheckedCase, type CheckSummary, caseName, staleText } from './check-result.ts';

/** Writes results as text: failures, warnings, the reasons of skipped tests, and counts. */
export function reportText(cases: readonly CheckedCase[], summary: CheckSummary, terminal: Terminal): string {
  const { counts, failures, expected, stale, isOk } = summary;
  const style = styleOf(terminal);
  const width = lineWidth(terminal, 2);
  const entry = (mark: Mark, title: string, message: string): string => {
    const details = message === '' ? [] : wrapText(safeLine(message), width).map(style.dim);
    return withPrefix(`${markOf(mark, style)} `, 2, [...wrapText(safeLine(title), width), ...details]).join('\n');
  };
  const failed = failures.map((failure) => {
    const cited = failure.requirements.length === 0 ? '' : ` (${failure.requirements.join(' ')})`;
    return entry('problem', `${caseName(failure)}${cited}`, failure.message ?? '');
  });
  const warnings = cases
    .filter(({ status }) => status === 'warn')
    .map((warning) => entry('warning', caseName(warning), warning.message ?? ''));
  const skipped = skipReasons(cases).map(({ reason, count, advice }) =>
    entry('skipped', `${countOf(count, 'test')} skipped: ${reason}`, advice),
  );
  const staleEntries = stale.map((name) => entry('problem', `${name} ${staleText}`, ''));
  const expectedText = expected.length === 0 ? '' : `, ${expected.length} of them expected`;
  const totals = `${counts.pass} passed, ${counts.fail} failed${expectedText}, ${countOf(counts.warn, 'warning')}, ${counts.skip} skipped`;
  const blocks = [...failed, ...warnings, ...staleEntries, ...skipped];
  return `${[...blocks, `${markOf(isOk ? 'ok' : 'problem', style)} ${style.bold(totals)}`].join('\n')}\n`;
}

/** Why tests were skipped, and how to run them. */
interface SkipReason {
  readonly reason: string;
  readonly count: number;
  readonly advice: string;
}

type Need = NonNullable<CheckedCase['missing']>[number];

// A test that lacks several things is counted with the first of them in this list, because it needs that one anyway.
const needs: Readonly<Record<Need, Omit<SkipReason, 'count'>>> = {
  credentials: {
    reason: 'they need a server with authentication, and its credentials',
    advice: 'To run them, pass --test-auth with --api-key, or with --jwt-secret and --jwt-audience.',
  },
  'api-key': { reason: 'they need an API key', advice: 'To run them, pass --api-key.' },
  jwt: { reason: 'they need signed tokens', advice: 'To run them, pass --jwt-secret and --jwt-audience.' },
  documents: {
    reason: 'they call the example tools of the standard',
    advice: 'To run them, serve documentTools() of @toolwire/conformance.',
  },
  draining: { reason: 'they need a server that shuts down', advice: '' },
  empty: { reason: 'they need a server without tools', advice: '' },
  fixtures: {
    reason: 'they call tools made for tests',
    advice: 'To run them, serve fixtureTools() of @toolwire/conformance.',
  },
};

function skipReasons(cases: readonly CheckedCase[]): readonly SkipReason[] {
  const reasons = new Map<string, SkipReason>();
  for (const { status, message = 'no reason given', missing = [] } of cases) {
    if (status !== 'skip') continue;
    const [, known] = Object.entries(needs).find(([need]) => missing.some((lacking) => lacking === need)) ?? [];
    const { reason, advice } = known ?? { reason: message, advice: '' };
    reasons.set(reason, { reason, advice, count: (reasons.get(reason)?.count ?? 0) + 1 });
  }
  return [...reasons.values()];
}
