import { strictEqual } from 'node:assert';
import { createVersionResolver, type VersionResolver } from '@toolwire/version';
import { toolIdAt } from '../calculator.ts';
import { type Figure, figure, type Section } from '../figure.ts';
import { summarize } from '../statistics.ts';
import { answerAlone } from './alone.ts';

const callsPerRound = 2000;
const many = 100_000;

await answerAlone(({ quick }): Section => {
  const rounds = quick ? 40 : 150;
  const ofTen = resolverOf(10);
  const ofMany = resolverOf(many);
  // As if ten tools were popular: only the cost of the number of tools.
  const popular = measureInTurns(rounds, () => resolveAll(ofMany, (call) => (call % 10) * (many / 10)), ofTen);
  // Every call for another tool: what the processor's caches cost on top, in any table of this size.
  const scattered = measureInTurns(rounds, () => resolveAll(ofMany, () => Math.floor(Math.random() * many)), ofTen);
  return {
    title: 'Resolve',
    about: `Time to find a tool by an id fresh from JSON.parse; ${rounds} rounds in turns, ${callsPerRound} ids each.`,
    figures: [
      figure('10 tools', 'ns', summarize(popular.map(({ ten }) => ten))),
      ...figuresOf('100 000 tools, ten of them asked for', popular, { atMost: 2 }),
      ...figuresOf('100 000 tools, all of them asked for', scattered, {
        note: 'cache misses, in any table of this size',
      }),
    ],
  };
});

interface Turn {
  readonly ten: number;
  readonly other: number;
}

function measureInTurns(rounds: number, other: () => number, ofTen: VersionResolver): Turn[] {
  const turn = (): Turn => ({ ten: resolveAll(ofTen, (call) => call % 10), other: other() });
  for (let round = 0; round < 20; round++) turn();
  return Array.from({ length: rounds }, turn);
}

function figuresOf(name: string, turns: readonly Turn[], more: Pick<Figure, 'atMost' | 'note'>): Figure[] {
  return [
    figure(name, 'ns', summarize(turns.map(({ other }) => other))),
    figure('  / 10 tools', 'x', summarize(turns.map(({ ten, other }) => other / ten)), more),
  ];
}

/** Nanoseconds per ID. The IDs are created before, each as a separate string. */
function resolveAll(resolver: VersionResolver, indexOf: (call: number) => number): number {
  const ids = Array.from(
    { length: callsPerRound },
    (_, call) => JSON.parse(JSON.stringify(toolIdAt(indexOf(call)))) as string,
  );
  let found = 0;
  const startedAt = performance.now();
  for (const id of ids) if (resolver.resolve(id).ok) found++;
  const milliseconds = performance.now() - startedAt;
  strictEqual(found, callsPerRound, 'every tool is found');
  return (milliseconds / callsPerRound) * 1e6;
}

function resolverOf(count: number): VersionResolver {
  return createVersionResolver(
    Array.from({ length: count }, (_, index) => ({ id: toolIdAt(index), version: '1.0.0' })),
  );
}
