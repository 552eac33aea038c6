/** The differences between tools of a listing. */
interface Parts {
  readonly description?: string;
  readonly inputs?: Readonly<Record<string, string>>;
  readonly output?: string;
  readonly secrets?: readonly string[];
  readonly deprecated?: boolean;
}

/** `Calculator.Add`, which requires `a` and `b` if they exist. */
export function add(version: string, parts: Parts = {}): object {
  const { inputs = { a: 'number', b: 'number' }, output = 'number', secrets, deprecated } = parts;
  return {
    id: `Calculator.Add@${version}`,
    name: 'Add',
    description: parts.description ?? 'Adds two numbers.',
    version,
    input_schema: {
      parameters: {
        type: 'object',
        properties: Object.fromEntries(Object.entries(inputs).map(([name, type]) => [name, { type }])),
        required: Object.keys(inputs).filter((name) => name !== 'c'),
        additionalProperties: false,
        ...(deprecated === true ? { deprecated } : {}),
      },
    },
    output_schema: { type: output },
    ...(secrets === undefined ? {} : { requirements: { secrets: secrets.map((id) => ({ id })) } }),
  };
}

/** `Greeter.Greet`. */
export function greet(version: string): object {
  return { ...add(version), id: `Greeter.Greet@${version}`, name: 'Greet' };
}

/** `Items.Search`, whose input may also have other fields. */
export function search(properties: object): object {
  return { id: 'Items.Search', version: '1.0.0', description: 'Finds.', input_schema: { type: 'object', properties } };
}
