// Content-Disposition header. Guarantee: the file name is safe on every system: no path, no header injection, no
// bidirectional overrides.

const MAX_NAME_LENGTH = 100;

/** Value of the Content-Disposition header. */
export function contentDisposition(fileName: string): string {
  const [, stem = '', extension = ''] = /^(.*?)(\.[A-Za-z0-9]{1,5})?$/s.exec(fileName) ?? [];
  const safe = stem
    .normalize('NFC')
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
    .replace(/[\\/:*?"<>|;%]/g, '-')
    .replace(/^[.\s]+|[.\s]+$/g, '');
  const name = ([...safe].slice(0, MAX_NAME_LENGTH).join('').trim() || 'fichier') + extension;
  const plain = name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9 ._()-]/g, '_');
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
