interface Example {
  readonly title: string;
  readonly request: object;
}

const examples: readonly Example[] = [
  { title: '200, the tool ran', request: { tool_id: 'Calculator.Add@1.0.0', input: { a: 10, b: 5 } } },
  { title: '200, the tool failed', request: { tool_id: 'Doorbell.Ring@0.1.0', input: { doorbell_id: 'doorbell1' } } },
  { title: '422, the input is wrong', request: { tool_id: 'Calculator.Add@1.0.0', input: { a: 10, b: 'infinity' } } },
  { title: '400, there is no such version', request: { tool_id: 'Calculator.Add@2.0.0' } },
];

/** Ready-to-paste lines that show each kind of answer. */
export function curlLines(url: string): string {
  const calls = examples.map(
    ({ title, request }) =>
      `# ${title}\ncurl -s ${url}/tools/call -H 'content-type: application/json' \\\n  -d '${JSON.stringify({ $schema: 'otc://1.0', request })}'`,
  );
  return [`# the tools\ncurl -s ${url}/tools`, ...calls].join('\n\n');
}
