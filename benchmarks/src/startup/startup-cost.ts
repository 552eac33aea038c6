import { nextMessage, startProcess } from '../child-process.ts';
import { type Figure, figure, type Section } from '../figure.ts';
import type { BenchOptions } from '../options.ts';
import { summarize } from '../statistics.ts';
import { bundleSize } from './bundle-size.ts';

interface Probed {
  readonly milliseconds: number;
  readonly heapBytes: number;
}

const parts = ['@toolwire/server', '@toolwire/otc', '@toolwire/node'];

const imports: Readonly<Record<string, readonly string[]>> = {
  'node:http alone': ['node:http'],
  toolwire: ['toolwire'],
  'server + otc + node': parts,
  zod: ['zod'],
  fastify: ['fastify'],
  'hono + @hono/node-server': ['hono', '@hono/node-server'],
};

const bundles: Readonly<Record<string, string>> = {
  toolwire: `export { defineTool, toolwire } from 'toolwire';`,
  'server + otc + node': parts.map((name) => `export * from '${name}';`).join('\n'),
  core: `export { defineTool, pipeline } from '@toolwire/core';`,
};

/** Measures what it costs to import toolwire: time, heap and bytes. */
export async function startupCost({ quick }: BenchOptions): Promise<Section> {
  const times = quick ? 2 : 11;
  const figures: Figure[] = [];
  const probed = new Map<string, Probed[]>(Object.keys(imports).map((name) => [name, []]));
  for (let time = 0; time < times; time++) {
    for (const [name, specifiers] of Object.entries(imports)) probed.get(name)?.push(await probe(specifiers));
  }
  for (const [name, all] of probed) {
    figures.push(
      figure(`import ${name}`, 'ms', summarize(all.map(({ milliseconds }) => milliseconds))),
      figure(`  heap afterwards`, 'kB', summarize(all.map(({ heapBytes }) => heapBytes / 1000))),
    );
  }
  for (const [name, source] of Object.entries(bundles)) {
    figures.push({
      name: `bundle of ${name}`,
      unit: 'kB',
      value: (await bundleSize(source)) / 1000,
      note: 'minified, gzip',
    });
  }
  return {
    title: 'Start-up',
    about: `Each import in a fresh process, ${times} times in turns; the heap after a collection.`,
    figures,
  };
}

function probe(specifiers: readonly string[]): Promise<Probed> {
  return nextMessage<Probed>(startProcess('startup/probe', specifiers, ['--expose-gc']));
}
