/** The message of every client's model. */
export const modelAnswer = {
  role: 'assistant' as const,
  content: { type: 'text' as const, text: 'Paris' },
  model: 'a model',
  stopReason: 'endTurn' as const,
};

/** The folder that every client works in. */
export const workingFolder = { uri: 'file:///home/ada', name: 'home' };

/** Fills every field of a form with the same text. */
export function fillForm(params: object, text: string): Record<string, string> {
  const schema: unknown = Reflect.get(params, 'requestedSchema');
  const properties: unknown = Reflect.get(Object(schema) as object, 'properties');
  return Object.fromEntries(Object.keys(Object(properties) as object).map((name) => [name, text]));
}
