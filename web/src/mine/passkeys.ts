// Passkeys: what the server asks is handed to the browser, and its answer back. Both sides write bytes as base64url.

/** Whether this browser can make and use passkeys here: only where nobody listens in. */
export const hasPasskeys = (): boolean => typeof PublicKeyCredential === "function" && isSecureContext;

function bytes(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

function text(found: ArrayBuffer): string {
  const plain = String.fromCharCode(...new Uint8Array(found));
  return btoa(plain).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

interface Named {
  id: string;
}
interface Asked {
  challenge: string;
  user: { id: string; name: string; displayName: string };
  excludeCredentials?: Named[];
  allowCredentials?: Named[];
}

const named = (list: readonly Named[] | undefined): PublicKeyCredentialDescriptor[] =>
  (list ?? []).map(({ id }) => ({ type: "public-key", id: bytes(id) }));

/** Let the browser make a passkey; its answer as the server reads it. */
export async function make(options: object): Promise<object> {
  const asked = options as Asked;
  const publicKey = {
    ...asked,
    challenge: bytes(asked.challenge),
    user: { ...asked.user, id: bytes(asked.user.id) },
    excludeCredentials: named(asked.excludeCredentials),
  } as unknown as PublicKeyCredentialCreationOptions;
  const made = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential;
  const response = made.response as AuthenticatorAttestationResponse;
  return {
    id: made.id,
    rawId: text(made.rawId),
    type: made.type,
    response: { clientDataJSON: text(response.clientDataJSON), attestationObject: text(response.attestationObject) },
  };
}

/** Let the browser prove who somebody is; its answer as the server reads it. */
export async function prove(options: object): Promise<object> {
  const asked = options as Asked;
  const publicKey = {
    ...asked,
    challenge: bytes(asked.challenge),
    allowCredentials: named(asked.allowCredentials),
  } as unknown as PublicKeyCredentialRequestOptions;
  const found = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential;
  const response = found.response as AuthenticatorAssertionResponse;
  return {
    id: found.id,
    rawId: text(found.rawId),
    type: found.type,
    response: {
      clientDataJSON: text(response.clientDataJSON),
      authenticatorData: text(response.authenticatorData),
      signature: text(response.signature),
      userHandle: response.userHandle === null ? null : text(response.userHandle),
    },
  };
}

/** Whether somebody has closed the browser's question: that is no trouble, and needs no words. */
export const isDeclined = (thrown: unknown): boolean => thrown instanceof DOMException && thrown.name === "NotAllowedError";
