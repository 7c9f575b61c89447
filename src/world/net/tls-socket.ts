import type { Socket } from "node:net";

/** Lets a simulated socket look like one whose handshake went well; nothing is encrypted. */
export function dressAsTls(socket: Socket, names: { readonly servername?: string }): void {
  Object.assign(socket, {
    encrypted: true,
    authorized: true,
    authorizationError: null,
    alpnProtocol: false,
    servername: names.servername ?? false,
    getPeerCertificate: () => ({ subject: { CN: names.servername ?? "" }, valid_to: "" }),
    getCertificate: () => ({}),
    getCipher: () => ({ name: "TLS_AES_256_GCM_SHA384", version: "TLSv1.3" }),
    getProtocol: () => "TLSv1.3",
    getSession: () => undefined,
    isSessionReused: () => false,
    getFinished: () => undefined,
    getPeerFinished: () => undefined,
    setServername: () => {},
    setSession: () => {},
    setMaxSendFragment: () => true,
    renegotiate: () => false,
  });
}
