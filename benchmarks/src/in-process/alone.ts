import { once } from 'node:events';
import { nextMessage, startProcess } from '../child-process.ts';
import type { Section } from '../figure.ts';
import type { BenchOptions } from '../options.ts';

/** Measures in a fresh process: what another measurement has left in the heap and the compiler does not count. */
export function runAlone(name: string, options: BenchOptions): Promise<Section> {
  const child = startProcess(`in-process/${name}`, [], ['--expose-gc']);
  child.send(options);
  return nextMessage<Section>(child);
}

/** The process of `runAlone`: it measures once and exits. */
export async function answerAlone(measure: (options: BenchOptions) => Section | Promise<Section>): Promise<void> {
  const [options] = (await once(process, 'message')) as [BenchOptions];
  const section = await measure(options);
  process.send?.(section, () => process.disconnect());
}
