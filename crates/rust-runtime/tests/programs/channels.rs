//! Channels: many senders, bounded queues, timeouts, a pipeline, and ends that hang up.
use std::sync::mpsc::{self, RecvTimeoutError, TryRecvError, TrySendError};
use std::thread;
use std::time::Duration;

fn main() {
    let (sender, receiver) = mpsc::channel::<(usize, u64)>();
    for number in 0..5 {
        let sender = sender.clone();
        thread::spawn(move || {
            for step in 0..20 {
                sender.send((number, step * step)).unwrap();
            }
        });
    }
    drop(sender);
    let mut sums = [0; 5];
    for (number, value) in receiver {
        sums[number] += value;
    }
    println!("{sums:?}");

    let (words, lengths) = (mpsc::sync_channel::<String>(2), mpsc::sync_channel::<usize>(0));
    let stage = thread::spawn(move || {
        for word in words.1 {
            lengths.0.send(word.len()).unwrap();
        }
    });
    let source = thread::spawn(move || {
        for word in ["a", "pipeline", "of", "three", "stages"] {
            words.0.send(word.to_owned()).unwrap();
        }
    });
    println!("{:?}", lengths.1.iter().collect::<Vec<_>>());
    source.join().unwrap();
    stage.join().unwrap();

    let (sender, receiver) = mpsc::sync_channel(1);
    println!("{:?}", receiver.try_recv() == Err(TryRecvError::Empty));
    sender.send(1).unwrap();
    println!("{:?}", matches!(sender.try_send(2), Err(TrySendError::Full(2))));
    println!("{:?}", receiver.recv());
    println!("{:?}", receiver.recv_timeout(Duration::from_millis(20)) == Err(RecvTimeoutError::Timeout));
    let late = thread::spawn(move || {
        thread::sleep(Duration::from_millis(30));
        sender.send(3).unwrap();
    });
    println!("{:?}", receiver.recv_timeout(Duration::from_secs(10)));
    late.join().unwrap();
    println!("{:?}", receiver.recv());
    let (sender, receiver) = mpsc::channel::<u8>();
    drop(receiver);
    println!("{:?}", sender.send(9));
}
