import { nextMessage, startProcess } from '../child-process.ts';
import { type Figure, figure, type Section } from '../figure.ts';
import type { BenchOptions } from '../options.ts';
import { ratiosOf, summarize } from '../statistics.ts';
import { bundleSize } from './bundle-size.ts';
import { type FirstAnswer, firstAnswer } from './first-answer.ts';

interface Probed {
  readonly cpu: number;
  readonly milliseconds: number;
  readonly heapBytes: number;
}

const parts = ['@toolwire/server', '@toolwire/otc', '@toolwire/node'];
const ours = 'toolwire';
const theirs = 'hono + @hono/node-server';

const imports: Readonly<Record<string, readonly string[]>> = {
  'node:http alone': ['node:http'],
  [ours]: ['toolwire'],
  'server + otc + node': parts,
  zod: ['zod'],
  fastify: ['fastify'],
  [theirs]: ['hono', '@hono/node-server'],
};

const servers: Readonly<Record<string, string>> = {
  [ours]: 'startup/quickstart',
  fastify: 'servers/fastify',
  [theirs]: 'servers/hono',
};

interface Bundle {
  readonly source: string;
  readonly platform?: 'neutral';
  readonly atMost?: number;
}

const edge = [
  `export { defineTool } from '@toolwire/core';`,
  `export { otc } from '@toolwire/otc';`,
  `export { createFetchHandler } from '@toolwire/fetch';`,
];

const bundles: Readonly<Record<string, Bundle>> = {
  toolwire: { source: `export { defineTool, toolwire } from 'toolwire';` },
  'server + otc + node': { source: parts.map((name) => `export * from '${name}';`).join('\n') },
  core: { source: `export { defineTool, pipeline } from '@toolwire/core';` },
  'core + otc + fetch': { source: edge.join('\n'), platform: 'neutral', atMost: 12 },
  'core + otc + fetch + server': {
    source: [...edge, `export { createToolServer } from '@toolwire/server';`].join('\n'),
    platform: 'neutral',
  },
};

/** The most that it may cost to start, as a multiple of what hono costs. */
const mostOfImport = 1.2;
const mostOfFirstAnswer = 1.3;

const manyTools = 1000;

/** The longest time for registering them, in milliseconds by the clock. Zod takes about half of the time of its schemas. */
const mostOfTools = 300;

/** Measures what it costs to start: imports, a first answer, many tools, and bytes. */
export async function startupCost({ quick }: BenchOptions): Promise<Section> {
  const times = quick ? 3 : 11;
  const probed = await inTurns(times, imports, (specifiers) =>
    nextMessage<Probed>(startProcess('startup/probe', specifiers)),
  );
  const answered = await inTurns(times, servers, firstAnswer);
  const registered = await inTurns(quick ? 2 : 5, { zod: 'zod', 'JSON Schema': 'plain' }, (kind) =>
    nextMessage<FirstAnswer>(startProcess('startup/many-tools', [String(manyTools), kind])),
  );
  return {
    title: 'Startup',
    about: `Each in a fresh process, ${times} times in turns: CPU time, and the heap after a collection. Ratios are taken turn by turn.`,
    figures: [
      ...importFigures(probed),
      ...answerFigures(answered),
      ...[...registered].flatMap(([kind, all]) => [
        figure(`${manyTools} tools registered, ${kind}`, 'ms', summarize(all.map(({ cpu }) => cpu))),
        figure(`  by the clock`, 'ms', summarize(all.map(({ milliseconds }) => milliseconds)), { atMost: mostOfTools }),
      ]),
      ...(await bundleFigures()),
    ],
  };
}

function importFigures(probed: ReadonlyMap<string, readonly Probed[]>): readonly Figure[] {
  const cpuOf = (name: string): number[] => (probed.get(name) ?? []).map(({ cpu }) => cpu / 1000);
  return [
    ...[...probed].flatMap(([name, all]) => [
      figure(`import ${name}`, 'ms', summarize(cpuOf(name))),
      figure(`  by the clock`, 'ms', summarize(all.map(({ milliseconds }) => milliseconds))),
      figure(`  heap afterwards`, 'kB', summarize(all.map(({ heapBytes }) => heapBytes / 1000))),
    ]),
    figure(`import ${ours} / ${theirs}`, 'x', summarize(ratiosOf(cpuOf(ours), cpuOf(theirs))), {
      atMost: mostOfImport,
    }),
  ];
}

function answerFigures(answered: ReadonlyMap<string, readonly FirstAnswer[]>): readonly Figure[] {
  const cpuOf = (name: string): number[] => (answered.get(name) ?? []).map(({ cpu }) => cpu);
  return [
    ...[...answered].flatMap(([name, all]) => [
      figure(`first answer of ${name}`, 'ms', summarize(cpuOf(name)), { note: 'from the start of its process' }),
      figure(`  by the clock`, 'ms', summarize(all.map(({ milliseconds }) => milliseconds))),
    ]),
    figure(`first answer of ${ours} / ${theirs}`, 'x', summarize(ratiosOf(cpuOf(ours), cpuOf(theirs))), {
      atMost: mostOfFirstAnswer,
    }),
  ];
}

async function bundleFigures(): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const [name, { source, platform, atMost }] of Object.entries(bundles)) {
    figures.push({
      name: `bundle of ${name}`,
      unit: 'kB',
      value: (await bundleSize(source, platform)) / 1000,
      note: 'minified, gzip',
      ...(atMost !== undefined && { atMost }),
    });
  }
  return figures;
}

/** Takes turns, so that what disturbs the machine disturbs all alike. */
async function inTurns<Given, Found>(
  times: number,
  contenders: Readonly<Record<string, Given>>,
  measure: (given: Given) => Promise<Found>,
): Promise<ReadonlyMap<string, readonly Found[]>> {
  const found = new Map<string, Found[]>(Object.keys(contenders).map((name) => [name, []]));
  for (let time = 0; time < times; time++) {
    for (const [name, given] of Object.entries(contenders)) found.get(name)?.push(await measure(given));
  }
  return found;
}
