/** A request of a client. `<folder>` in it is the folder of the server. */
export type Step =
  | { readonly tool: string; readonly input: Readonly<Record<string, unknown>> }
  | { readonly resource: string }
  | { readonly subscribe: string }
  /** Waits for this many notifications of changed resources. */
  | { readonly updates: number }
  | { readonly list: 'resources' }
  | { readonly prompt: string; readonly arguments: Readonly<Record<string, string>> }
  | {
      readonly complete: { readonly prompt: string } | { readonly template: string };
      readonly argument: string;
      readonly typed: string;
      readonly chosen?: Readonly<Record<string, string>>;
    };

/** A call of a tool. */
export function call(tool: string, input: Readonly<Record<string, unknown>> = {}): Step {
  return { tool, input };
}

/** The name of a request in transcripts and in the table of differences. */
export function nameOf(step: Step): string {
  if ('tool' in step) return `${step.tool}(${JSON.stringify(step.input)})`;
  if ('resource' in step) return `read ${step.resource}`;
  if ('prompt' in step) return `prompt ${step.prompt}(${JSON.stringify(step.arguments)})`;
  if ('subscribe' in step) return `subscribe to ${step.subscribe}`;
  if ('updates' in step) return `${step.updates} changed resources`;
  if ('list' in step) return `list ${step.list}`;
  const of = 'prompt' in step.complete ? step.complete.prompt : step.complete.template;
  return `complete ${step.argument} of ${of}: '${step.typed}'${step.chosen === undefined ? '' : ` with ${JSON.stringify(step.chosen)}`}`;
}
