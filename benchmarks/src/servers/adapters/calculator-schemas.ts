/** The input of the tool, checked by ajv on both sides of the comparison. */
export const inputSchema = {
  type: 'object',
  properties: {
    a: { type: 'number', description: 'The first number.' },
    b: { type: 'number', description: 'The second number.' },
  },
  required: ['a', 'b'],
};

/** What the tool returns. */
export const outputSchema = { type: 'number' };
