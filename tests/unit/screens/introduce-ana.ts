import { fireEvent, screen } from '@testing-library/react'

/** Fills in who somebody is, and accepts the policy; presses nothing. */
export async function introduceAna(): Promise<void> {
  for (const [label, said] of [
    [/Nombre/, 'Ana Rojas'],
    [/RUT/, '12.345.678-5'],
    [/Teléfono/, '+56912345678'],
    [/Correo/, 'ana@correo.example'],
  ] as const)
    fireEvent.change(await screen.findByLabelText(label, { selector: 'input:not([type=radio])' }), {
      target: { value: said },
    })
  fireEvent.click(screen.getByRole('checkbox', { name: /política/ }))
}
