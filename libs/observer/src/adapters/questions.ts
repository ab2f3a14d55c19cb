type Message = Readonly<Record<string, unknown>>;

/** Questions of ours to the server behind one transport. */
interface Questions {
  /** `deliver` hands the question on. Rejects with an error or when there is no answer in time; keeps no process alive. */
  ask(
    question: { method: string; params: Message },
    deliver: (message: Message) => void,
    timeoutMs: number,
  ): Promise<unknown>;
  /** True for an answer to one of them. */
  answered(answer: Message): boolean;
  closed(): void;
}

interface Open {
  resolve(result: unknown): void;
  reject(error: Error): void;
}

let questions = 0;

export function createQuestions(): Questions {
  const open = new Map<unknown, Open>();
  const take = (id: unknown): Open | undefined => {
    const question = open.get(id);
    open.delete(id);
    return question;
  };
  return {
    ask: (question, deliver, timeoutMs) =>
      new Promise<unknown>((resolve, reject) => {
        questions += 1;
        const id = `witness-${questions}`;
        const timer = setTimeout(
          () => take(id)?.reject(new Error('The server did not answer in time.')),
          timeoutMs,
        );
        timer.unref();
        open.set(id, { resolve, reject });
        deliver({ jsonrpc: '2.0', id, ...question });
      }),
    answered(answer) {
      const question = take(answer.id);
      if (question === undefined) return false;
      if (answer.error === undefined) question.resolve(answer.result);
      else question.reject(new Error('The server answered with an error.'));
      return true;
    },
    closed() {
      for (const id of [...open.keys()]) take(id)?.reject(new Error('The transport is closed.'));
    },
  };
}
