import { isPrivateHost } from '../call/private-address.ts';
import { lengthOfSchema } from './definitions.ts';
import type { ImportedTool } from './imported-tool.ts';
import { unknownUrl } from './source-files.ts';

const enough = 20;
const maxShown = 5;
const maxInputLength = 8000;

/** What would make the tools easier for a model, each as a sentence. */
export function adviceOf(tools: readonly ImportedTool[], tooLarge: readonly ImportedTool[]): readonly string[] {
  const undescribed = tools.filter(
    ({ operation }) => (operation.extension.description ?? operation.description ?? operation.summary) === undefined,
  );
  const unpaged = tools.filter(isUnpagedList);
  const large = tools.filter(({ input }) => input !== undefined && lengthOfSchema(input) > maxInputLength);
  return [
    ...(tools.length > enough
      ? [`${tools.length} tools are many: models choose well among ${enough} or fewer. Choose fewer operations.`]
      : []),
    ...alikeTools(tools).map((group) => `${idsOf(group)} are described alike. Say in each description when to use it.`),
    ...sentence(undescribed, 'no description. Add one, so that models know when to call it.'),
    ...sentence(large, 'a large input. Remove the fields that a model does not need.'),
    ...sentence(
      tooLarge,
      'a result too large to describe, so output is left out. Set select to the parts that matter.',
    ),
    ...sentence(unpaged, 'a list as its result, and no parameter that limits it. Set select or check its size.'),
  ];
}

/** What its author should check about the URL of the API, whose host gets the credentials and may be private. */
export function urlAdvice(url: string | undefined, isChosen: boolean, earlier: string | undefined): readonly string[] {
  if (url === undefined) return [`The document has no URL of the API. Replace ${unknownUrl} in http.ts.`];
  if (isChosen) return [];
  const { hostname } = new URL(url);
  const before = earlier !== undefined && URL.canParse(earlier) ? new URL(earlier).hostname : hostname;
  return [
    ...(isPrivateHost(hostname)
      ? [`The document names the private host ${hostname}, and http.ts allows it. Set baseUrl if it is not your API.`]
      : []),
    ...(before === hostname
      ? []
      : [
          `The host of the API changed from ${before} to ${hostname}. Check baseUrl in http.ts: it gets the credentials.`,
        ]),
  ];
}

function sentence(tools: readonly ImportedTool[], what: string): readonly string[] {
  return tools.length === 0 ? [] : [`${idsOf(tools)} ${tools.length === 1 ? 'has' : 'have'} ${what}`];
}

function idsOf(tools: readonly ImportedTool[]): string {
  const shown = tools.slice(0, maxShown).map(({ id }) => id);
  const more = tools.length - shown.length;
  return more > 0 ? `${shown.join(', ')} and ${more} more` : shown.join(', ');
}

/** Tools whose descriptions have the same words, numbers and order left aside. */
function alikeTools(tools: readonly ImportedTool[]): readonly (readonly ImportedTool[])[] {
  const groups = new Map<string, ImportedTool[]>();
  for (const tool of tools) {
    const words = tool.description.toLowerCase().match(/\p{L}+/gu) ?? [];
    const key = [...new Set(words)].sort().join(' ');
    groups.set(key, [...(groups.get(key) ?? []), tool]);
  }
  return [...groups.values()].filter((group) => group.length > 1);
}

const limits = /limit|page|per_?page|size|count|first|max|top|offset|cursor/iu;

function isUnpagedList({ output, operation }: ImportedTool): boolean {
  return output?.type === 'array' && !operation.parameters.some(({ name }) => limits.test(name));
}
