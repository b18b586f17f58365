/** Whether an Accept-Encoding header takes this encoding: named, and not ruled out by q=0. */
export function acceptsEncoding(header: string, encoding: string): boolean {
  return header.split(',').some(part => {
    const [name = '', ...parameters] = part.split(';').map(word => word.trim().toLowerCase())
    return name === encoding && !parameters.some(parameter => /^q=0(\.0*)?$/.test(parameter))
  })
}
