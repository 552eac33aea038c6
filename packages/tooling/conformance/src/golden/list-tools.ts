import type { GoldenExample } from './golden-example.ts';
import { goldenDefinitions } from './tool-definition.ts';

/** The two listings of the List Tools page. The second has the first two tools of the Tool Definition page. */
export const goldenLists: readonly GoldenExample[] = [
  {
    title: 'Response (No Tools)',
    json: `{
  "$schema": "otc://1.0",
  "tools": []
}`,
  },
  {
    title: 'Response (With Tools)',
    json: `{
  "$schema": "otc://1.0",
  "tools": [
${goldenDefinitions
  .slice(0, 2)
  .map(({ json }) => json.replaceAll(/^/gm, '    '))
  .join(',\n')}
  ]
}`,
  },
];
