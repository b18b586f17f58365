// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { StrictMode, useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ConfirmLoss } from '#src/ui/layer/confirm-loss.tsx'
import { Dialog } from '#src/ui/layer/dialog.tsx'
import { type NoticeItem, NoticeStack } from '#src/ui/layer/notice-stack.tsx'
import { Sheet } from '#src/ui/layer/sheet.tsx'

afterEach(cleanup)

function GiveUp({ onLose = () => {}, busy = false }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Renunciar
      </button>
      <ConfirmLoss
        open={isOpen}
        busy={busy}
        title="¿Renuncias al A042?"
        loseLabel="Sí, renunciar"
        keepLabel="Seguir"
        onLose={onLose}
        onKeep={() => setOpen(false)}
      >
        Pierdes tu lugar.
      </ConfirmLoss>
    </>
  )
}

const open = () => {
  const opener = screen.getByRole('button', { name: 'Renunciar' })
  opener.focus()
  fireEvent.click(opener)
  return { opener, dialog: document.querySelector('dialog') as HTMLDialogElement }
}

describe('asking before a loss', () => {
  it('names itself, tells what is lost, and begins on keeping it', () => {
    render(<GiveUp />)
    const { dialog } = open()
    expect(dialog.open).toBe(true)
    expect(dialog.getAttribute('role')).toBe('alertdialog')
    const textOf = (attribute: string) =>
      document.getElementById(dialog.getAttribute(attribute) ?? '')?.textContent
    expect(textOf('aria-labelledby')).toBe('¿Renuncias al A042?')
    expect(textOf('aria-describedby')).toBe('Pierdes tu lugar.')
    expect(document.activeElement).toBe(screen.getByText('Seguir').closest('button'))
  })

  it('is answered by no key that is held down since it was opened', () => {
    render(<GiveUp />)
    open()
    const lose = screen.getByText('Sí, renunciar').closest('button') ?? expect.fail('nothing is lost')
    for (const key of ['Enter', ' ']) {
      expect(fireEvent.keyDown(lose, { key, repeat: true })).toBe(false)
      expect(fireEvent.keyDown(lose, { key })).toBe(true)
    }
    expect(fireEvent.keyDown(lose, { key: 'Tab', repeat: true })).toBe(true)
  })

  it('gives the focus back to where it was', () => {
    render(
      <StrictMode>
        <GiveUp />
      </StrictMode>,
    )
    const { opener, dialog } = open()
    fireEvent.click(screen.getByText('Seguir'))
    expect(dialog.open).toBe(false)
    expect(document.activeElement).toBe(opener)
  })

  it('is closed by Escape through its owner, and not while the loss is under way', () => {
    const { rerender } = render(<GiveUp busy />)
    const { dialog } = open()
    fireEvent(dialog, new Event('cancel', { cancelable: true }))
    expect(dialog.open).toBe(true)
    rerender(<GiveUp />)
    fireEvent(dialog, new Event('cancel', { cancelable: true }))
    expect(dialog.open).toBe(false)
  })

  it('loses only on the one button', () => {
    const onLose = vi.fn<() => void>()
    render(<GiveUp onLose={onLose} />)
    const { dialog } = open()
    fireEvent.click(dialog)
    expect(onLose).not.toHaveBeenCalled()
    open()
    fireEvent.click(screen.getByText('Sí, renunciar'))
    expect(onLose).toHaveBeenCalledOnce()
  })

  it('gives the focus back also when it is taken away while open', () => {
    const Screen = ({ isThere }: { isThere: boolean }) => (
      <>
        <button type="button">Renunciar</button>
        {isThere && <Dialog open onClose={() => {}} title="Espera" />}
      </>
    )
    const { rerender } = render(<Screen isThere={false} />)
    screen.getByText('Renunciar').focus()
    rerender(<Screen isThere />)
    rerender(<Screen isThere={false} />)
    expect(document.activeElement).toBe(screen.getByText('Renunciar'))
  })
})

describe('a blocking dialog', () => {
  it('stays on Escape, on a press beside it, and when the browser closes it all the same', () => {
    const onClose = vi.fn<() => void>()
    render(
      <Dialog
        open
        blocking
        onClose={onClose}
        title="Un momento"
        actions={<button type="button">Recargar</button>}
      />,
    )
    const dialog = document.querySelector('dialog') as HTMLDialogElement
    fireEvent(dialog, new Event('cancel', { cancelable: true }))
    fireEvent.click(dialog)
    dialog.close()
    fireEvent(dialog, new Event('close'))
    expect(onClose).not.toHaveBeenCalled()
    expect(dialog.open).toBe(true)
  })
})

describe('a sheet', () => {
  it('is named by its title and closed by its cross or a press beside it', () => {
    const onClose = vi.fn<() => void>()
    render(
      <Sheet open onClose={onClose} title="Horarios" closeLabel="Cerrar">
        Lunes
      </Sheet>,
    )
    const sheet = screen.getByRole('dialog', { name: 'Horarios' })
    fireEvent.click(screen.getByRole('button', { name: 'Cerrar' }))
    fireEvent.click(sheet)
    expect(onClose).toHaveBeenCalledTimes(2)
    fireEvent.click(screen.getByText('Lunes'))
    expect(onClose).toHaveBeenCalledTimes(2)
  })
})

describe('notices', () => {
  const draw = (notices: NoticeItem[], onDismiss: (id: string) => void = () => {}) => (
    <NoticeStack label="Avisos" dismissLabel="Cerrar" notices={notices} onDismiss={onDismiss} />
  )

  it('come into live regions that were there before them', () => {
    const { rerender } = render(draw([]))
    const [alert, status] = [screen.getByRole('alert'), screen.getByRole('status')]
    rerender(
      draw([
        { id: 'call', title: 'Es tu turno', urgent: true, tone: 'turn' },
        { id: 'near', title: 'Quedan 5' },
      ]),
    )
    expect(alert.textContent).toBe('Es tu turno')
    expect(status.textContent).toBe('Quedan 5')
  })

  it('say which one is dismissed', () => {
    const onDismiss = vi.fn<(id: string) => void>()
    render(draw([{ id: 'near', title: 'Quedan 5' }], onDismiss))
    fireEvent.click(screen.getByRole('button', { name: 'Cerrar' }))
    expect(onDismiss).toHaveBeenCalledExactlyOnceWith('near')
  })
})
