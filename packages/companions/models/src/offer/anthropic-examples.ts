import type { OfferedTool } from './offer-tools.ts';

/** The member of a tool in which Anthropic's models read how it is called; none where there are no examples. */
export function examplesOf(
  inputs: readonly Readonly<Record<string, unknown>>[] = [],
  disclose: OfferedTool['disclose'],
): { input_examples?: { [name: string]: unknown }[] } {
  return inputs.length === 0 ? {} : { input_examples: inputs.map((input) => ({ ...disclose(input) })) };
}
