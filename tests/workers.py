"""Run the collected tests in one forked process for each core, with one report."""

import multiprocessing
import os
from multiprocessing.connection import wait

FEWEST = 40  # tests that are worth a second process
MOST = 8  # processes
PORTION = 25  # tests that a process takes at once
SHORT = 0.005  # seconds of a set-up that `--durations` does not tell either


def run_in_workers(session):
    """Run the session's tests; return True, or None where one process has to do."""
    cores = min(MOST, os.cpu_count() or 1) if hasattr(os, "fork") else 1
    options = session.config.option
    alone = options.collectonly or options.usepdb or getattr(options, "capture", "") == "no"
    if cores == 1 or alone or len(session.items) < FEWEST or session.testsfailed:
        return None
    session.config._tmp_path_factory.getbasetemp()  # one folder for all
    portions = _portions(session.items)
    forking = multiprocessing.get_context("fork")
    queue = forking.SimpleQueue()
    for number in [*range(len(portions)), *[None] * cores]:
        queue.put(number)
    workers = {}
    for _ in range(cores):
        reader, writer = forking.Pipe(duplex=False)
        process = forking.Process(target=_work, args=(session.config, portions, queue, writer))
        process.start()
        writer.close()
        workers[reader] = process
    _report(session, workers)
    return True


def _portions(items):
    """Return lists of at most PORTION tests that follow each other in one file."""
    files = {}
    for item in items:
        files.setdefault(item.location[0], []).append(item)
    portions = []
    for tests in files.values():
        portions += [tests[at : at + PORTION] for at in range(0, len(tests), PORTION)]
    return portions


def _work(config, portions, queue, writer):
    """Run portions from the queue until it is empty; send the reports to the main process."""
    config.pluginmanager.unregister(name="terminalreporter")
    config.pluginmanager.register(Reporter(config, writer))
    capture = config.pluginmanager.getplugin("capturemanager")
    capture.stop_global_capturing()  # its files are the other processes', too
    capture.start_global_capturing()
    number = queue.get()
    while number is not None:
        following = queue.get()  # whose fixtures the last test leaves alone
        items = portions[number]
        first = portions[following][0] if following is not None else None
        for item, nextitem in zip(items, [*items[1:], first]):
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=nextitem)
        number = following
    os._exit(0)


class Reporter:
    """Sends the reports of a worker to the process that prints them."""

    def __init__(self, config, writer):
        self.config = config
        self.writer = writer

    def pytest_runtest_logreport(self, report):
        if report.when == "setup" and report.passed and report.duration < SHORT:
            return
        hook = self.config.hook
        self.writer.send(hook.pytest_report_to_serializable(config=self.config, report=report))


def _report(session, workers):
    """Hand on the reports as they come; end the workers when enough tests failed."""
    missing = len(session.items)
    readers = list(workers)
    hook = session.config.hook
    while readers and not session.shouldfail:
        for reader in wait(readers):
            try:
                data = reader.recv()
            except EOFError:
                readers.remove(reader)
                continue
            report = hook.pytest_report_from_serializable(config=session.config, data=data)
            hook.pytest_runtest_logreport(report=report)
            if report.when == "teardown":
                missing -= 1
                hook.pytest_runtest_logfinish(nodeid=report.nodeid, location=report.location)
    for process in workers.values():
        if session.shouldfail:
            process.terminate()
        process.join()
    if missing:
        session.shouldfail = session.shouldfail or f"a worker died: {missing} tests did not end"
        raise session.Failed(session.shouldfail)
