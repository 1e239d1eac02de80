// Downloads a generated file.

interface GivenFile {
  fileName: string;
  content: string;
  /** Default: CSV. */
  type?: 'text/csv' | 'text/plain' | 'text/calendar' | 'application/json';
}

export function downloadFile({ fileName, content, type = 'text/csv' }: GivenFile): void {
  const address = URL.createObjectURL(new Blob([content], { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  // The download has started by the next task.
  setTimeout(() => URL.revokeObjectURL(address));
}
