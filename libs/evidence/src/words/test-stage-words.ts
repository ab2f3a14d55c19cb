const phrases = new Map([
  ['start', 'starting it'],
  ['connect', 'connecting'],
  ['initialize', 'waiting for its first answer'],
  ['tools_list', 'listing its tools'],
]);

interface BegunStage {
  readonly stage: string;
  /** The server may have to be downloaded before it starts. */
  readonly may_download: boolean;
}

/** What a test of a server does at a stage, in words without a full stop; null for a stage that is not one of ours. */
export const testStagePhrase = ({ stage, may_download }: BegunStage): string | null => {
  const words = phrases.get(stage) ?? null;
  return may_download && stage === 'initialize' ? `${words}; it may have to be downloaded first` : words;
};
