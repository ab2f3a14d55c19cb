import { agentSchemas } from './agents/agents.schemas.ts';
import { executorSchemas } from './executors/executors.schemas.ts';
import { feedSchemas } from './feed/feed.schemas.ts';
import { evidenceSchemas } from './ingest/schemas/index.ts';
import { reportSchemas } from './reports/schemas/index.ts';

/** Component schemas that routes and channels name and no class describes, of all features. */
export const documentedSchemas: Readonly<Record<string, object>> = {
  ...reportSchemas,
  ...evidenceSchemas,
  ...feedSchemas,
  ...agentSchemas,
  ...executorSchemas,
};
