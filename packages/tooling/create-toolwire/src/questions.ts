/** The questions. Each resolves to `undefined` if the user cancels. */
export interface Questions {
  readonly name: (suggested: string) => Promise<string | undefined>;
  readonly isTypeScript: () => Promise<boolean | undefined>;
  readonly isAgreed: () => Promise<boolean | undefined>;
}

/** Asks with `@clack/prompts`, which is loaded at the first question. */
export function clackQuestions(): Questions {
  return {
    async name(suggested) {
      const { isCancel, text } = await import('@clack/prompts');
      const answer = await text({ message: 'Name of the project', initialValue: suggested });
      return isCancel(answer) ? undefined : answer;
    },
    async isTypeScript() {
      const { isCancel, select } = await import('@clack/prompts');
      const options = [
        { value: true, label: 'TypeScript' },
        { value: false, label: 'JavaScript' },
      ];
      const answer = await select({ message: 'Language', options });
      return isCancel(answer) ? undefined : answer;
    },
    async isAgreed() {
      const { confirm, isCancel } = await import('@clack/prompts');
      const answer = await confirm({ message: 'Write this?' });
      return isCancel(answer) ? undefined : answer;
    },
  };
}
