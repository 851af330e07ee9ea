import type { MessageCode, TemplateOf } from './catalogue.ts';
import type { Message, ParamsArgument } from './message.ts';

/** Apart from the catalogue, so that the web gets no text that it does not show. */
export const message = <Code extends MessageCode>(
  code: Code,
  ...[params]: ParamsArgument<TemplateOf<Code>>
): Message => ({ code, params: params ?? {} });
