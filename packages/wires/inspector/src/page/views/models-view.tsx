import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { versionsOf } from '../calls/start-run.ts';
import { prettyJson } from '../json.ts';
import type { Store } from '../store.ts';
import { type ToldChange, type ToldTool, type ToolState, toolKey } from '../tool.ts';
import { Fold } from './fold.tsx';
import { Code, CopyButton, Text } from './text.tsx';

const install = 'npm install --save-dev @toolwire/models';
const option = "inspector: { models: () => import('@toolwire/models/describe') }";

/** What each model API is told of a tool, asked for when somebody wants to know. */
export function ModelsView({ store, tool }: { readonly store: Store; readonly tool: ToolState }): VNode {
  const [newest] = versionsOf(tool, store.tools.value);
  const [told, setTold] = useState<readonly ToldTool[]>([]);
  const [problem, setProblem] = useState('');
  const load = async (): Promise<void> => {
    const { apis } = await store.server.readModels(toolKey(tool), store.credentials());
    setProblem('');
    setTold(apis);
  };
  const failed = (thrown: unknown): void => setProblem(thrown instanceof Error ? thrown.message : 'Nothing was told.');
  return (
    <details
      class="schemas"
      onToggle={(event) => {
        if (event.currentTarget.open && store.hasModels.value) load().catch(failed);
      }}
    >
      <summary>What models are told</summary>
      {!store.hasModels.value && <HowToAsk />}
      {problem !== '' && (
        <p class="error" role="alert">
          <Text text={problem} />
        </p>
      )}
      {newest !== undefined && newest.version !== tool.version && (
        <p class="hint">They are told of version {newest.version} alone, unless they are told of all versions.</p>
      )}
      {problem === '' && told.length > 0 && <Told told={told} />}
    </details>
  );
}

/** Whoever sees this has not said that they want to know. */
function HowToAsk(): VNode {
  return (
    <p class="hint">
      To see what OpenAI, Anthropic, Gemini, the AI SDK and LangChain are told of this tool, with warnings:{' '}
      <code>{install}</code>, and <code>{option}</code>. <CopyButton title="Copy the option" text={option} />
    </p>
  );
}

function Told({ told }: { readonly told: readonly ToldTool[] }): VNode {
  const [first, ...others] = told;
  const shared = first?.changes.filter((change) => others.every(({ changes }) => changes.some(isSame(change)))) ?? [];
  return (
    <>
      {shared.length > 0 && (
        <section aria-label="By every API">
          <h3>By every API</h3>
          <Changes changes={shared} />
        </section>
      )}
      {told.map((one) => (
        <Api key={one.api} told={one} shared={shared} />
      ))}
    </>
  );
}

function Api({ told, shared }: { readonly told: ToldTool; readonly shared: readonly ToldChange[] }): VNode {
  const { api, name, definition, changes, strict } = told;
  const own = changes.filter((change) => !shared.some(isSame(change)));
  return (
    <section class="api" aria-label={api} data-api={api}>
      <h3>
        {api}
        {strict !== undefined && (
          <span class="mark">{strict.definition === undefined ? 'not strict' : 'strict, where it is asked for'}</span>
        )}
      </h3>
      <p class="hint">
        Models call it{' '}
        <code>
          <Text text={name} most={100} />
        </code>
        {changes.length === 0 && ', and are told it as it is'}
      </p>
      <Changes changes={own} />
      <Definition title="Definition" of={api} text={definition} />
      {strict?.definition !== undefined && (
        <Definition title="Definition in strict mode" of={api} text={strict.definition} />
      )}
      {strict !== undefined && strict.reasons.length > 0 && (
        <>
          <p class="hint">Strict mode would not say the same:</p>
          <Changes changes={strict.reasons} />
        </>
      )}
    </section>
  );
}

interface DefinitionProps {
  readonly title: string;
  readonly of: string;
  readonly text: string;
}

function Definition({ title, of, text }: DefinitionProps): VNode {
  return <Fold title={title}>{() => <Code label={`${title} for ${of}`} text={prettyJson(text)} />}</Fold>;
}

function Changes({ changes }: { readonly changes: readonly ToldChange[] }): VNode | null {
  if (changes.length === 0) return null;
  return (
    <ul class="changes warning">
      {changes.map(({ code, at, message }, index) => (
        <li key={index} data-code={code}>
          {at !== '' && (
            <>
              <code>
                <Text text={at} most={200} />
              </code>
              :{' '}
            </>
          )}
          <Text text={message} />
        </li>
      ))}
    </ul>
  );
}

function isSame(one: ToldChange): (other: ToldChange) => boolean {
  return ({ code, at, message }) => one.code === code && one.at === at && one.message === message;
}
