import type { RuleTester } from 'oxlint/plugins-dev';

/** Oxlint exports its types in signatures only. */
type Rule = Parameters<RuleTester['run']>[1];

/** Of Playwright's pages, locators and handles: each reads once what may change a moment later. */
const READS = new Set([
  'allInnerTexts',
  'allTextContents',
  'ariaSnapshot',
  'boundingBox',
  'content',
  'count',
  'evaluate',
  'evaluateAll',
  'getAttribute',
  'innerHTML',
  'innerText',
  'inputValue',
  'isChecked',
  'isDisabled',
  'isEditable',
  'isEnabled',
  'isHidden',
  'isVisible',
  'textContent',
  'title',
]);

/**
 * Rejects `expect(await locator.count())` and the same through a helper function: the page may show the expected state a moment
 * later, and then the test fails now and then. `eventually(() => locator.count())` retries. `allow` names the functions whose answer
 * does not depend on the page.
 */
const retryingAssertions: Rule = {
  meta: {
    messages: {
      once: '{{name}} is read once, and the page may change. Write `await eventually(() => …)`, which retries.',
    },
    schema: [
      {
        type: 'object',
        properties: { allow: { type: 'array', items: { type: 'string' } } },
        additionalProperties: false,
      },
    ],
    defaultOptions: [{ allow: [] }],
  },
  create(context) {
    /** The `expect` in whose argument the walk is, as long as no function begins in it. */
    const [options] = context.options;
    const allow =
      options !== null && typeof options === 'object' && 'allow' in options ? options['allow'] : undefined;
    const allowed = Array.isArray(allow) ? allow : [];
    const scopes: unknown[] = [];
    const enterFunction = (): void => {
      scopes.push(null);
    };
    const leave = (): void => {
      scopes.pop();
    };
    return {
      CallExpression(node) {
        if (node.callee.type === 'Identifier' && node.callee.name === 'expect') scopes.push(node);
      },
      'CallExpression:exit'(node) {
        if (scopes.at(-1) === node) scopes.pop();
      },
      ArrowFunctionExpression: enterFunction,
      'ArrowFunctionExpression:exit': leave,
      FunctionExpression: enterFunction,
      'FunctionExpression:exit': leave,
      AwaitExpression(node) {
        // An awaited variable is an event, which has a single value.
        if ((scopes.at(-1) ?? null) === null || node.argument.type !== 'CallExpression') return;
        const { callee } = node.argument;
        if (callee.type === 'Identifier') {
          if (allowed.includes(callee.name)) return;
          context.report({ node, messageId: 'once', data: { name: callee.name } });
        } else if (callee.type === 'MemberExpression' && callee.property.type === 'Identifier') {
          const { name } = callee.property;
          if (READS.has(name)) context.report({ node, messageId: 'once', data: { name } });
        }
      },
    };
  },
};

export default {
  meta: { name: 'browser-tests' },
  rules: { 'retrying-assertions': retryingAssertions },
};
