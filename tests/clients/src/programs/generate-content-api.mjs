// Google's generateContent, as far as an agent needs it.
const answer = (part) => {
  const usageMetadata = { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 };
  return [
    { candidates: [{ index: 0, content: { role: 'model', parts: [part] }, finishReason: 'STOP' }], usageMetadata },
  ];
};

/** The agent marks where a server's words begin and end; what is looked at is the words. */
function withoutMarks(response) {
  if (typeof response?.output !== 'string') return response;
  return {
    ...response,
    output: response.output.replaceAll(/<untrusted_context>\n([^]*?)\n<\/untrusted_context>/g, '$1'),
  };
}

export const generateContent = {
  path: /:streamGenerateContent(\?|$)/,
  toolsOf: ({ tools = [] }) =>
    tools
      .flatMap(({ functionDeclarations = [] }) => functionDeclarations)
      .map(({ parametersJsonSchema, ...tool }) => ({ parameters: parametersJsonSchema, ...tool })),
  resultsOf: ({ contents }) =>
    contents
      .flatMap(({ parts }) => parts)
      .filter(({ functionResponse }) => functionResponse !== undefined)
      .map(({ functionResponse }) => withoutMarks(functionResponse.response)),
  callOf: (name, args) => answer({ functionCall: { name, args } }),
  textOf: (text) => answer({ text }),
};
