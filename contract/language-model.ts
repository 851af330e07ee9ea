import { z } from 'zod';
import { passwordConfirmation } from './accounts.ts';
import { timestamp } from './fields.ts';
import { componentHealth } from './health.ts';
import { fieldText } from './messages/field-messages.ts';
import { codedMessage } from './messages/sent-message.ts';

export const MODEL_PROVIDERS = [
  'none',
  'local',
  'ollama',
  'openai-compatible',
  'anthropic',
  'azure',
] as const;
export type ModelProvider = (typeof MODEL_PROVIDERS)[number];

const trimmed = (maximum: number) => z.string().trim().max(maximum);
const price = z.number().min(0).max(1_000_000);

/** The connection to a language model, as an administrator enters it. */
export const modelConnection = z.object({
  provider: z.enum(MODEL_PROVIDERS),
  base_url: trimmed(2_000)
    .nullish()
    .meta({ description: 'As copied: Lectern adds a missing scheme and removes an extra path.' }),
  model: trimmed(1_000)
    .nullish()
    .meta({ description: 'For `local`: a name that Lectern knows, or the path of a GGUF file.' }),
  api_key: z
    .string()
    .trim()
    .max(2_000)
    .regex(/^[\x21-\x7e]*$/u, fieldText('model_key_invalid'))
    .nullish()
    .meta({
      description: 'If omitted, the stored key is used, as long as provider and address stay the same.',
    }),
  api_version: trimmed(40)
    .regex(/^[A-Za-z0-9.-]*$/u, fieldText('model_version_invalid'))
    .nullish()
    .meta({ description: 'Azure OpenAI only.' }),
  input_price: price.nullish().meta({ description: 'Per million tokens. Requires `output_price`.' }),
  output_price: price.nullish(),
  timeout_seconds: z.int().min(5).max(120).optional().meta({ description: 'For one answer; 60 by default.' }),
  uses_gpu: z.boolean().optional().meta({ description: 'Only for `local`.' }),
});
export type ModelConnection = z.infer<typeof modelConnection>;

export const languageModelChange = modelConnection.extend(passwordConfirmation.shape);

const localModelOffer = z.object({
  name: z.string(),
  size_bytes: z.int(),
  memory_bytes: z.int().meta({ description: 'Memory that must be free when it starts.' }),
  writes: z.boolean().meta({
    description: 'False if it only drafts easy and medium multiple-choice questions.',
  }),
  tokens_per_second: z
    .number()
    .nullable()
    .meta({ description: 'Approximate output speed on two processor cores. Null if not measured.' }),
  state: componentHealth,
});

/** Which language model is in use, and where it is set. */
export const languageModelSettings = z.object({
  source: z.enum(['environment', 'database', 'default']).meta({
    description: '`environment`: LANGUAGE_MODEL variables are set, so nothing can be changed here.',
  }),
  variables: z.array(z.string()).meta({ description: 'The LANGUAGE_MODEL variables that are set.' }),
  provider: z.enum(MODEL_PROVIDERS),
  base_url: z.string().nullable(),
  model: z.string().nullable(),
  api_version: z.string().nullable(),
  has_key: z.boolean(),
  key_ending: z.string().nullable().meta({ description: 'The last four characters of the key.' }),
  is_key_readable: z.boolean().meta({ description: 'False if the root secret was replaced by hand.' }),
  input_price: z.number().nullable(),
  output_price: z.number().nullable(),
  timeout_seconds: z.int(),
  uses_gpu: z.boolean(),
  updated_at: timestamp.nullable(),
  writer: z.string().nullable().meta({ description: 'The model in use; null if none is connected.' }),
  local_state: componentHealth.nullable().meta({ description: 'State of the chosen local model.' }),
  local_models: z.array(localModelOffer),
  free_memory_bytes: z.int(),
});
export type LanguageModelSettings = z.infer<typeof languageModelSettings>;

/** Why a model cannot be used, and how to fix it. */
export const connectionFailure = z.object({
  message: z.string(),
  message_coded: codedMessage,
  suggested_base_url: z.string().nullable().meta({ description: 'An address that may work instead.' }),
});
export type ConnectionFailure = z.infer<typeof connectionFailure>;

export const modelList = z.object({
  base_url: z.string().nullable().meta({ description: 'The corrected address.' }),
  models: z.array(z.string()).meta({ description: 'Sorted by name.' }),
  failure: connectionFailure.nullable(),
});
export type ModelList = z.infer<typeof modelList>;

export const discoveredServices = z.object({
  services: z.array(
    z.object({
      provider: z.enum(['ollama', 'openai-compatible']),
      base_url: z.string(),
      models: z.array(z.string()),
    }),
  ),
});
export type DiscoveredServices = z.infer<typeof discoveredServices>;

export const modelTest = z.object({
  question: z
    .object({
      text: z.string(),
      options: z.array(z.object({ text: z.string(), is_correct: z.boolean() })),
      explanation: z.string(),
      quote: z.string(),
    })
    .nullable(),
  seconds: z.number(),
  input_tokens: z.int(),
  output_tokens: z.int(),
  tokens_per_second: z.number().nullable(),
  cost: z.number().nullable().meta({ description: 'In the currency of the prices.' }),
  failure: connectionFailure.nullable(),
});
export type ModelTest = z.infer<typeof modelTest>;

const limit = z.number().min(0).max(1e12).nullable();
const budgetLimits = {
  tokens: limit.meta({ description: 'Of the whole installation in a month (UTC); null for no limit.' }),
  cost: limit.meta({ description: 'In the currency of the prices. Applies only where they are set.' }),
  account_tokens: limit.meta({ description: 'Of each account.' }),
  account_cost: limit,
};
export const languageModelBudgetChange = z.object(budgetLimits);
export type LanguageModelBudgetChange = z.infer<typeof languageModelBudgetChange>;

/** The monthly budgets for language model services. */
export const languageModelBudget = z.object({
  ...budgetLimits,
  used_tokens: z.number().meta({ description: 'By the installation, this month.' }),
  used_cost: z.number(),
});
export type LanguageModelBudget = z.infer<typeof languageModelBudget>;

const accountLimits = {
  tokens: limit.meta({ description: 'Of the account in a month (UTC); null for the limit of each account.' }),
  cost: limit.meta({ description: 'In the currency of the prices. Applies only where they are set.' }),
};
export const accountModelBudgetChange = z.object(accountLimits);
export type AccountModelBudgetChange = z.infer<typeof accountModelBudgetChange>;

/** The monthly budget of one account. */
export const accountModelBudget = z.object({
  ...accountLimits,
  default_tokens: limit.meta({ description: 'Of each account without its own limit.' }),
  default_cost: limit,
  used_tokens: z.number().meta({ description: 'By the account, this month.' }),
  used_cost: z.number(),
});
export type AccountModelBudget = z.infer<typeof accountModelBudget>;

/** For all users: which language model is connected, and whom to ask for one. */
export const writerOverview = z.object({
  writer: z.string().nullable(),
  strength: z.enum(['none', 'small', 'strong']).meta({
    description: '`small`: drafts easy and medium multiple-choice questions only. `none`: writes none.',
  }),
  administrators: z.array(z.string()).meta({ description: 'At most three names.' }),
  budget_note: z.string().nullable().meta({ description: 'Why a budget allows no further work this month.' }),
  budget_note_coded: codedMessage.nullable(),
});
export type WriterOverview = z.infer<typeof writerOverview>;
