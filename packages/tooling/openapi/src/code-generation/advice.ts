import { groupBy, parseUrl } from '@toolwire/internal';
import { isPrivateHost } from '../call/private-address.ts';
import { acceptedTypes, isFileType } from '../reader/media-types.ts';
import { lengthOfSchema } from './definitions.ts';
import type { ImportedTool } from './imported-tool.ts';
import { unknownUrl } from './source-files.ts';

const maxTools = 20;
const maxShownIds = 5;
const maxInputLength = 8000;

/** Returns advice that makes the tools easier to use for a model. */
export function toolAdvice(tools: readonly ImportedTool[], tooLarge: readonly ImportedTool[]): readonly string[] {
  const undescribed = tools.filter(
    ({ operation }) => (operation.extension.description ?? operation.description ?? operation.summary) === undefined,
  );
  const unpaged = tools.filter(isUnpagedList);
  const files = tools.filter(({ operation }) => acceptedTypes(operation.responses).some(isFileType));
  const large = tools.filter(({ input }) => input !== undefined && lengthOfSchema(input) > maxInputLength);
  return [
    ...(tools.length > maxTools
      ? [`${tools.length} tools are too many: models choose well among ${maxTools} or fewer. Select fewer operations.`]
      : []),
    ...toolsWithSameWords(tools).map(
      (group) => `${idsOf(group)} have nearly the same description. State in each one when to use the tool.`,
    ),
    ...adviceFor(undescribed, 'no description. Describe when to use the tool.'),
    ...adviceFor(large, 'a large input. Remove the fields that a model does not need.'),
    ...adviceFor(
      tooLarge,
      'a result too large to describe, so the output schema is omitted. Set select to the parts that matter.',
    ),
    ...adviceFor(files, 'a file as the result. Set the server option artifacts: { store }. Without it, calls fail.'),
    ...adviceFor(
      unpaged,
      'a list as the result, but no parameter that limits its length. Set select, or check the size of the result.',
    ),
  ];
}

/** Returns advice about the URL of the API, whose host receives the credentials and may be private. */
export function urlAdvice(url: string | undefined, isChosen: boolean, earlier: string | undefined): readonly string[] {
  if (url === undefined) return [`The document has no URL of the API. Replace ${unknownUrl} in http.ts.`];
  if (isChosen) return [];
  const { hostname } = new URL(url);
  const earlierHostname = earlier === undefined ? hostname : (parseUrl(earlier)?.hostname ?? hostname);
  return [
    ...(isPrivateHost(hostname)
      ? [`The document names the private host ${hostname}, and http.ts allows it. Set baseUrl if it is not your API.`]
      : []),
    ...(earlierHostname === hostname
      ? []
      : [
          `The host of the API changed from ${earlierHostname} to ${hostname}. Check baseUrl in http.ts: it gets the credentials.`,
        ]),
  ];
}

function adviceFor(tools: readonly ImportedTool[], advice: string): readonly string[] {
  return tools.length === 0 ? [] : [`${idsOf(tools)} ${tools.length === 1 ? 'has' : 'have'} ${advice}`];
}

function idsOf(tools: readonly ImportedTool[]): string {
  const shown = tools.slice(0, maxShownIds).map(({ id }) => id);
  const more = tools.length - shown.length;
  return more > 0 ? `${shown.join(', ')} and ${more} more` : shown.join(', ');
}

/** Returns groups of tools whose descriptions have the same words. Numbers and the order of words don't count. */
function toolsWithSameWords(tools: readonly ImportedTool[]): readonly (readonly ImportedTool[])[] {
  const groups = groupBy(tools, ({ description }) => {
    const descriptionWords = description.toLowerCase().match(/\p{L}+/gu) ?? [];
    return [...new Set(descriptionWords)].sort().join(' ');
  });
  return [...groups.values()].filter((group) => group.length > 1);
}

const limitWord =
  /^(?:limit|(?:per)?page(?:s|size|token|number)?|size|count|first|max(?:results|items)?|top|offset|cursor)$/u;

function isUnpagedList({ output, operation }: ImportedTool): boolean {
  return output?.type === 'array' && !operation.parameters.some(({ name }) => limitsLength(name));
}

/** Whether the name of a parameter has a word for the length of a list, like `maxCount` and `page_size`, and unlike `country`. */
function limitsLength(name: string): boolean {
  const nameWords = name
    .replaceAll(/([a-z0-9])([A-Z])/gu, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/u);
  return nameWords.some((word) => limitWord.test(word));
}
