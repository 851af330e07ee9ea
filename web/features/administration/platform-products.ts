import type { LtiPlatformRequest, LtiTool } from '#contract/lti.ts';

/** Products whose field names the page knows. Names of fields stay in the language of the products’ documentation. */
export const PRODUCTS = ['moodle', 'canvas', 'blackboard', 'other'] as const;
export type Product = (typeof PRODUCTS)[number];

export interface ProductValue {
  readonly field: string;
  readonly value: string;
  /** A box to tick or an entry to choose: nothing to copy. */
  readonly isChoice?: boolean;
}

const choose = (field: string, value: string): ProductValue => ({ field, value, isChoice: true });

/** What an administrator of the product enters there, field by field, in the order of its form. */
export function listProductValues(product: Product, tool: LtiTool): ProductValue[] {
  const { launch_url: launch, login_url: login, keys_url: keys } = tool;
  switch (product) {
    case 'moodle':
      return [
        { field: 'Tool name', value: 'Lectern' },
        { field: 'Tool URL', value: launch },
        choose('LTI version', 'LTI 1.3'),
        choose('Public key type', 'Keyset URL'),
        { field: 'Public keyset', value: keys },
        { field: 'Initiate login URL', value: login },
        { field: 'Redirection URI(s)', value: launch },
        choose('Supports Deep Linking (Content-Item Message)', 'On'),
        { field: 'Content Selection URL', value: launch },
        choose('IMS LTI Assignment and Grade Services', 'Use this service for grade sync only'),
        choose('Share launcher’s name with tool', 'Always'),
        choose('Accept grades from the tool', 'Always'),
      ];
    case 'canvas':
      return [
        { field: 'Key Name', value: 'Lectern' },
        { field: 'Redirect URIs', value: launch },
        choose('Method', 'Manual Entry'),
        { field: 'Title', value: 'Lectern' },
        { field: 'Target Link URI', value: launch },
        { field: 'OpenID Connect Initiation Url', value: login },
        choose('JWK Method', 'Public JWK URL'),
        { field: 'Public JWK URL', value: keys },
        choose(
          'LTI Advantage Services',
          'Can create and update submission results for assignments associated with the tool.',
        ),
        choose('Privacy Level', 'Public'),
        choose('Placements', 'Assignment Selection, Link Selection: LtiDeepLinkingRequest'),
      ];
    case 'blackboard':
      return [
        { field: 'Application Name', value: 'Lectern' },
        { field: 'Domain(s)', value: tool.domain },
        choose('My integration supports LTI 1.3', 'On'),
        { field: 'Login Initiation URL', value: login },
        { field: 'Tool Redirect URL(s)', value: launch },
        { field: 'Tool JWKS URL', value: keys },
        choose('Signing Algorithm', 'RS256'),
        choose('Placement: Type', 'Deep Linking content tool'),
        { field: 'Placement: Target Link URI', value: launch },
      ];
    case 'other':
      return [
        { field: 'Login initiation URL', value: login },
        { field: 'Redirect URI', value: launch },
        { field: 'Target link URI', value: launch },
        { field: 'Deep linking URL', value: launch },
        { field: 'JWKS URL', value: keys },
        { field: 'Domain', value: tool.domain },
        choose('Message types', 'LtiResourceLinkRequest, LtiDeepLinkingRequest'),
        choose('Scope', 'https://purl.imsglobal.org/spec/lti-ags/scope/score'),
      ];
  }
}

type Addresses = Pick<
  LtiPlatformRequest,
  'issuer' | 'authorization_url' | 'token_url' | 'jwks_url' | 'frame_origins'
>;

/** The addresses of a platform at this site; what only its administrator knows stays empty. */
export function guessAddresses(product: Product, site: string): Addresses {
  const url = URL.parse(site.trim());
  const origin = url === null ? '' : url.origin;
  const base = url === null ? '' : `${url.origin}${url.pathname.replace(/\/$/, '')}`;
  const frame_origins = origin === '' ? [] : [origin];
  switch (product) {
    case 'moodle':
      return {
        issuer: base,
        authorization_url: base === '' ? '' : `${base}/mod/lti/auth.php`,
        token_url: base === '' ? '' : `${base}/mod/lti/token.php`,
        jwks_url: base === '' ? '' : `${base}/mod/lti/certs.php`,
        frame_origins,
      };
    case 'canvas':
      return {
        issuer: 'https://canvas.instructure.com',
        authorization_url: 'https://sso.canvaslms.com/api/lti/authorize_redirect',
        token_url: 'https://sso.canvaslms.com/login/oauth2/token',
        jwks_url: 'https://sso.canvaslms.com/api/lti/security/jwks',
        frame_origins,
      };
    case 'blackboard':
      return {
        issuer: 'https://blackboard.com',
        authorization_url: 'https://developer.blackboard.com/api/v1/gateway/oidcauth',
        token_url: 'https://developer.blackboard.com/api/v1/gateway/oauth2/jwttoken',
        jwks_url: 'https://developer.blackboard.com/api/v1/management/applications/APPLICATION-ID/jwks.json',
        frame_origins,
      };
    case 'other':
      return { issuer: base, authorization_url: '', token_url: '', jwks_url: '', frame_origins };
  }
}

/** By what it is found again when it is edited. */
export function findProduct({ issuer, authorization_url: url }: LtiPlatformRequest): Product {
  if (url.endsWith('/mod/lti/auth.php')) return 'moodle';
  if (issuer.endsWith('.instructure.com')) return 'canvas';
  return issuer === 'https://blackboard.com' ? 'blackboard' : 'other';
}
